/** The numbers over REST, for organisers alone. */
import { expect } from "vitest";
import { refuses } from "./cases";
import { conforms } from "./conformance";

const numbers = "GET /organiser/numbers";

conforms(
  "numbers",
  ["ravi"],
  [
    {
      route: numbers,
      may: "organiser",
      right: async ({ client, organiser }) => {
        const { body, status } = await client.ask(numbers, { token: organiser });
        expect(status).toBe(200);
        expect(body).toMatchObject({ now: { people: expect.any(Number) }, counted: expect.any(Array) });
        const { body: day } = await client.ask(`${numbers}?day=1999-12-31`, { token: organiser });
        expect(day).toMatchObject({ counted: [] });
        refuses(await client.ask(`${numbers}?day=soon`, { token: organiser }), 400, "BAD_INPUT", /date/);
      },
      otherPerson: async ({ client, moderator, ravi }) => {
        for (const token of [moderator, ravi.token])
          refuses(await client.ask(numbers, { token }), 403, "FORBIDDEN", /sign in/);
      },
      again: async ({ client, organiser }) => {
        const past = `${numbers}?day=1999-12-31`;
        const first = await client.ask(past, { token: organiser });
        expect((await client.ask(past, { token: organiser })).body).toMatchObject({ counted: first.body.counted });
      },
    },
  ],
);
