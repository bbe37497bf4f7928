/** REST: messages to the organisers. */
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { endpoint, type Endpoint } from "./endpoint";
import { done } from "./shapes";

export const sendMessage: Endpoint = endpoint({
  does: "Sends a message to the organisers.",
  may: "anyone",
  takes: bodies.contact,
  gives: done,
  otherwise: "Failed to send message. Please try again later.",
  refuses: [429],
  run: async ({ client, body: { name, email, subject, message } }) => {
    await client.mutation(api.contact.send, { name, email, subject, message });
    return { message: "Message sent successfully! We will get back to you soon." };
  },
});
