/** The contact form over REST. */
import { expect } from "vitest";
import { letter, says, text } from "./cases";
import { conforms } from "./conformance";
import { mailed } from "./people";

conforms(
  "contact",
  [],
  [
    {
      route: "POST /contact",
      may: "anyone",
      body: () => letter(),
      fields: {
        name: text("Please fill all required fields"),
        email: { wrong: "a@b@c", says: "Please enter a valid email address", saysMissing: "Please enter your email" },
        subject: text("Please fill all required fields"),
        message: text("Please fill all required fields"),
      },
      right: async ({ client }) => {
        const body = { ...letter(), to: "somebody@else.example" };
        const reply = await client.ask("POST /contact", { body });
        says(reply, "Message sent successfully! We will get back to you soon.");
        expect(await mailed(client, "help@festival.test", new RegExp(`(${body.message})`))).toBeTruthy();
        const elsewhere = await fetch(`${client.ready.mailUrl}/messages?to=${body.to}`);
        expect(await elsewhere.json()).toEqual([]);
      },
      otherPerson: async ({ client, asha }) => {
        const reply = await client.ask("POST /contact", {
          body: { ...letter(), email: asha.email },
          token: "no token at all",
        });
        says(reply, "Message sent successfully! We will get back to you soon.");
      },
      again: async ({ client, asha }) => {
        const body = letter();
        const statuses = [];
        for (let n = 0; n < 4; n++) statuses.push((await client.ask("POST /contact", { body })).status);
        expect(statuses).toEqual([200, 200, 200, 429]);
        const signedIn = await client.ask("POST /contact", { body: { ...body, appeal: true }, token: asha.token });
        expect(signedIn.status, "with a token the account counts; an appeal of nobody suspended is a message").toBe(
          200,
        );
      },
    },
  ],
);
