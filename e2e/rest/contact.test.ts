import { expect } from "vitest";
import { addressOf, mailsTo } from "../mail";
import { testRoutes, expectMessage, text } from "./conformance";
import { matchInMail } from "./people";

const required = text("Please fill all required fields");
const sent = "Message sent successfully! We will get back to you soon.";

testRoutes("contact", [
  {
    route: "POST /contact",
    body: () => newMessage(),
    fields: {
      name: required,
      email: {
        wrong: "a@b@c",
        message: "Please enter a valid email address",
        missingMessage: "Please enter your email",
      },
      subject: required,
      message: required,
    },
    works: async ({ client, asha }) => {
      const body = { ...newMessage(), to: "somebody@else.example" };
      expectMessage(await client.send("POST /contact", { body, token: "no token at all" }), sent);
      expect(await matchInMail(client, "help@festival.test", new RegExp(`(${body.message})`))).toBeTruthy();
      expect(await mailsTo(client.ready, body.to)).toEqual([]);
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await client.send("POST /contact", { body })).status);
      expect(statuses).toEqual([200, 200, 429]);
      const appeal = { token: asha.token, body: { ...body, appeal: true } };
      expect((await client.send("POST /contact", appeal)).status, "with a token, the limit counts per account").toBe(
        200,
      );
    },
  },
]);

function newMessage() {
  const marker = Math.random().toString(36).slice(2);
  return { name: "Asha", email: addressOf("letter"), subject: "Tickets", message: `Where is the gate ${marker}` };
}
