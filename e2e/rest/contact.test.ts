import { expect } from "vitest";
import { addressOf, mailsTo } from "../mail";
import { conforms, says, text } from "./conformance";
import { mailed } from "./people";

const required = text("Please fill all required fields");
const sent = "Message sent successfully! We will get back to you soon.";

conforms("contact", [
  {
    route: "POST /contact",
    body: () => letter(),
    fields: {
      name: required,
      email: { wrong: "a@b@c", says: "Please enter a valid email address", saysMissing: "Please enter your email" },
      subject: required,
      message: required,
    },
    right: async ({ client, asha }) => {
      const body = { ...letter(), to: "somebody@else.example" };
      says(await client.ask("POST /contact", { body, token: "no token at all" }), sent);
      expect(await mailed(client, "help@festival.test", new RegExp(`(${body.message})`))).toBeTruthy();
      expect(await mailsTo(client.ready, body.to)).toEqual([]);
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await client.ask("POST /contact", { body })).status);
      expect(statuses).toEqual([200, 200, 429]);
      const appeal = { token: asha.token, body: { ...body, appeal: true } };
      expect((await client.ask("POST /contact", appeal)).status, "with a token the account counts").toBe(200);
    },
  },
]);

function letter() {
  const mark = Math.random().toString(36).slice(2);
  return { name: "Asha", email: addressOf("letter"), subject: "Tickets", message: `Where is the gate ${mark}` };
}
