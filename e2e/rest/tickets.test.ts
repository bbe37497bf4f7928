/** Uploading tickets over REST, for organisers alone. */
import { expect } from "vitest";
import { refuses } from "./cases";
import { conforms } from "./conformance";

const upload = "POST /organiser/tickets";
const csv = { "content-type": "text/csv" };

conforms(
  "tickets",
  [],
  [
    {
      route: upload,
      may: "organiser",
      right: async ({ client, organiser }) => {
        const codes = Array.from({ length: 2_500 }, () => crypto.randomUUID());
        const body = `Name,Ticket code\r\n"Asha, the\n second",${codes.join("\r\nRavi,")}\r\nNia,short\r\n\r\nOm,${codes[0]}`;
        const { status, body: said } = await client.ask(`${upload}?label=Day%20pass`, {
          token: organiser,
          body,
          headers: csv,
        });
        expect(status).toBe(200);
        expect(said).toMatchObject({ added: 2_500, present: 0, repeated: 1, bad: 1, badLines: [{ line: 2_503 }] });
      },
      otherPerson: async ({ client, moderator, asha }) => {
        for (const token of [moderator, asha.token]) {
          const reply = await client.ask(upload, { token, body: "code\nABCDEFGH1", headers: csv });
          refuses(reply, 403, "FORBIDDEN", /sign in/);
        }
      },
      again: async ({ client, organiser }) => {
        const body = `${crypto.randomUUID()}\n`;
        const first = await client.ask(upload, { token: organiser, body, headers: csv });
        const second = await client.ask(upload, { token: organiser, body, headers: csv });
        expect([first.body.added, second.body.added, second.body.present]).toEqual([1, 0, 1]);
        const two = { token: organiser, body: "Asha,8\nRavi,9", headers: csv };
        refuses(await client.ask(upload, two), 400, "BAD_INPUT", /column/);
        const large = { token: organiser, body: "A".repeat(1_100_000), headers: csv };
        refuses(await client.ask(upload, large), 413, "TOO_LARGE", /1 MB/);
        refuses(await client.ask(upload, { token: organiser, body: "{}" }), 415, "WRONG_TYPE", /text\/csv/);
      },
    },
  ],
);
