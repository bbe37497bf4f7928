import { expect } from "vitest";
import { testRoutes, expectRefusal } from "./conformance";

testRoutes("people", [
  {
    route: "GET /organiser/people",
    works: async ({ client, organiser, asha }) => {
      const find = async (search: string) => await client.send(`GET /organiser/people?${search}`, { token: organiser });
      const { body } = await find(`query=${encodeURIComponent(asha.name)}`);
      expect(body.people).toMatchObject([{ _id: asha.id, id: asha.id, name: asha.name }]);
      expect((await find("query=nobody%20at%20all")).body.people).toEqual([]);
      expectRefusal(await find("cursor=made-up"), 400, "BAD_INPUT", /cursor/);
    },
  },
  {
    route: "GET /organiser/people/nothing/export",
    works: async ({ client, organiser, asha }) => {
      const exportData = async (id: string) =>
        await client.send(`GET /organiser/people/${id}/export`, { token: organiser, as: asha.email });
      const { body } = await exportData(asha.id);
      expect(body).toMatchObject({ account: { email: asha.email }, profile: { name: asha.name } });
      expect(JSON.stringify(body.photos)).toContain("data:image/webp;base64,");
      expectRefusal(await exportData("nobody"), 404, "NOT_FOUND", /does not exist/);
    },
  },
]);
