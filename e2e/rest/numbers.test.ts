import { expect } from "vitest";
import { conforms, refuses } from "./conformance";

conforms("numbers", [
  {
    route: "GET /organiser/numbers",
    right: async ({ client, organiser }) => {
      const read = async (search = "") => await client.ask(`GET /organiser/numbers${search}`, { token: organiser });
      const { body, status } = await read();
      expect(status).toBe(200);
      expect(body).toMatchObject({ now: { people: expect.any(Number) }, counted: expect.any(Array) });
      expect((await read("?day=1999-12-31")).body).toMatchObject({ counted: [] });
      refuses(await read("?day=soon"), 400, "BAD_INPUT", /date/);
    },
  },
]);
