/** Finding people and giving out their data over REST, for organisers alone. */
import { expect } from "vitest";
import { refuses } from "./cases";
import { conforms } from "./conformance";

const list = "GET /organiser/people";
const exported = (id: string) => `GET /organiser/people/${id}/export`;

conforms(
  "people",
  ["ravi"],
  [
    {
      route: list,
      may: "organiser",
      right: async ({ client, organiser, asha }) => {
        const find = async (search: string) => {
          const { body } = await client.ask(`${list}?${search}`, { token: organiser });
          return body as { people: { id: string; _id: string; name: string }[]; next: string | null };
        };
        const { people } = await find(`query=${encodeURIComponent(asha.name)}`);
        expect(people).toMatchObject([{ _id: asha.id, id: asha.id, name: asha.name }]);
        expect((await find("query=nobody%20at%20all")).people).toEqual([]);
        refuses(await client.ask(`${list}?cursor=made-up`, { token: organiser }), 400, "BAD_INPUT", /cursor/);
      },
      otherPerson: async ({ client, moderator, ravi }) => {
        for (const token of [moderator, ravi.token])
          refuses(await client.ask(list, { token }), 403, "FORBIDDEN", /sign in/);
      },
      again: async ({ client, organiser, ravi }) => {
        const search = `${list}?query=${encodeURIComponent(ravi.name)}`;
        const first = await client.ask(search, { token: organiser });
        expect((await client.ask(search, { token: organiser })).body).toEqual(first.body);
      },
    },
    {
      route: exported("nothing"),
      may: "organiser",
      right: async ({ client, organiser, ravi }) => {
        const { body, status } = await client.ask(exported(ravi.id), { token: organiser, as: ravi.email });
        expect(status).toBe(200);
        expect(body).toMatchObject({ account: { email: ravi.email }, profile: { name: ravi.name } });
        expect(JSON.stringify(body.photos)).toContain("data:image/webp;base64,");
      },
      otherPerson: async ({ client, organiser, moderator, asha, ravi }) => {
        for (const token of [moderator, asha.token])
          refuses(await client.ask(exported(ravi.id), { token }), 403, "FORBIDDEN", /sign in/);
        refuses(await client.ask(exported("nobody"), { token: organiser }), 404, "NOT_FOUND", /nobody here/);
      },
      again: async ({ client, organiser, ravi }) => {
        const both = [1, 2].map(() => client.ask(exported(ravi.id), { token: organiser, as: ravi.email }));
        const [first, second] = await Promise.all(both);
        expect({ ...second?.body, madeAt: "" }).toEqual({ ...first?.body, madeAt: "" });
      },
    },
  ],
);
