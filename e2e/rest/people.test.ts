import { expect } from "vitest";
import { conforms, refuses } from "./conformance";

conforms("people", [
  {
    route: "GET /organiser/people",
    right: async ({ client, organiser, asha }) => {
      const find = async (search: string) => await client.ask(`GET /organiser/people?${search}`, { token: organiser });
      const { body } = await find(`query=${encodeURIComponent(asha.name)}`);
      expect(body.people).toMatchObject([{ _id: asha.id, id: asha.id, name: asha.name }]);
      expect((await find("query=nobody%20at%20all")).body.people).toEqual([]);
      refuses(await find("cursor=made-up"), 400, "BAD_INPUT", /cursor/);
    },
  },
  {
    route: "GET /organiser/people/nothing/export",
    right: async ({ client, organiser, asha }) => {
      const take = async (id: string) =>
        await client.ask(`GET /organiser/people/${id}/export`, { token: organiser, as: asha.email });
      const { body } = await take(asha.id);
      expect(body).toMatchObject({ account: { email: asha.email }, profile: { name: asha.name } });
      expect(JSON.stringify(body.photos)).toContain("data:image/webp;base64,");
      refuses(await take("nobody"), 404, "NOT_FOUND", /does not exist/);
    },
  },
]);
