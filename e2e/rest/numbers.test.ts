import { expect } from "vitest";
import { testRoutes, expectRefusal } from "./conformance";

testRoutes("numbers", [
  {
    route: "GET /organiser/numbers",
    works: async ({ client, organiser }) => {
      const read = async (search = "") => await client.send(`GET /organiser/numbers${search}`, { token: organiser });
      const { body, status } = await read();
      expect(status).toBe(200);
      expect(body).toMatchObject({ now: { people: expect.any(Number) }, counted: expect.any(Array) });
      expect((await read("?day=1999-12-31")).body).toMatchObject({ counted: [] });
      expectRefusal(await read("?day=soon"), 400, "BAD_INPUT", /date/);
    },
  },
]);
