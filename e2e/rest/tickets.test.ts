import { expect } from "vitest";
import { testRoutes, expectRefusal } from "./conformance";

const upload = "POST /organiser/tickets";
const csv = { "content-type": "text/csv" };

testRoutes("tickets", [
  {
    route: upload,
    works: async ({ client, organiser }) => {
      const send = async (body: string, headers: Record<string, string> = csv) =>
        await client.send(`${upload}?label=Day%20pass`, { token: organiser, body, headers });
      const codes = Array.from({ length: 2_500 }, () => crypto.randomUUID());
      const list = `Name,Ticket code\r\n"Asha, the\n second",${codes.join("\r\nRavi,")}\r\nNia,short\r\n\r\nOm,${codes[0]}`;
      const { body } = await send(list);
      expect(body).toMatchObject({ added: 2_500, present: 0, repeated: 1, bad: 1, badLines: [{ line: 2_503 }] });
      expect((await send(`${codes[0]}\n`)).body).toMatchObject({ added: 0, present: 1 });
      expectRefusal(await send("Asha,8\nRavi,9"), 400, "BAD_INPUT", /column/);
      expectRefusal(await send("A".repeat(1_100_000)), 413, "TOO_LARGE", /1 MB/);
      expectRefusal(await send("{}", {}), 415, "WRONG_TYPE", /text\/csv/);
    },
  },
]);
