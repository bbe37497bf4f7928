import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { forAnyone, type Endpoint } from "./endpoint";

export const sendMessage: Endpoint = forAnyone.returnsMessage(
  "Message sent successfully! We will get back to you soon.",
  {
    summary:
      "Sends a message to the organisers. With a token it counts against the account's limit, and may be an appeal.",
    takes: bodies.contact,
    fallback: "Failed to send message. Please try again later.",
    readsToken: true,
    run: async ({ client, body: { name, email, subject, message, appeal }, proof }) =>
      await client.mutation(api.contact.send, { name, email, subject, message, ...(appeal && { appeal }), ...proof }),
  },
);
