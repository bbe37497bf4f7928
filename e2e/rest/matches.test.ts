import { expect } from "vitest";
import { conforms, refuses, says, text } from "./conformance";
import { join, like, matched } from "./people";

conforms("matches", [
  {
    route: "GET /users/matches",
    right: async ({ client }) => {
      const [uma, raj] = await matched(client);
      const { list } = await client.ask("GET /users/matches", { token: uma.token });
      const user = { name: raj.name, age: 21, instagramHandle: raj.handle, _id: raj.id, id: raj.id };
      expect(list).toMatchObject([{ user }]);
      expect(Date.parse(list[0]?.createdAt as string)).toBeGreaterThan(Date.now() - 60_000);
    },
  },
  {
    route: "GET /users/pending-likes",
    right: async ({ client, asha }) => {
      const ilan = await join(client, "Ilan", "male");
      await like(client, ilan, asha);
      const { list } = await client.ask("GET /users/pending-likes", { token: asha.token });
      expect(list).toMatchObject([{ _id: ilan.id, id: ilan.id, name: ilan.name, instagramHandle: "" }]);
    },
  },
  {
    route: "POST /users/respond-to-like",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id, accepted: true }),
    fields: {
      profileId: text("Failed to respond to like"),
      accepted: { wrong: 1, says: "Failed to respond to like" },
    },
    right: async ({ client, asha }) => {
      const [jay, kavi] = [await join(client, "Jay", "male"), await join(client, "Kavi", "male")];
      const answer = async ({ id }: { id: string }, accepted: boolean) => {
        const asking = { token: asha.token, body: { profileId: id, accepted } };
        return await client.ask("POST /users/respond-to-like", asking);
      };
      for (const one of [jay, kavi]) await like(client, one, asha);
      expect((await answer(kavi, false)).body).toEqual({ match: false });
      refuses(await answer(kavi, true), 409, "ALREADY_DECIDED", "Failed to respond to like");
      refuses(await answer({ id: "nobody" }, true), 404, "NOT_FOUND", "Failed to respond to like");
      client.match(jay.email, asha.email);
      const { body } = await answer(jay, true);
      expect(body).toMatchObject({ match: true, user: { name: jay.name, instagramHandle: jay.handle } });
    },
  },
  {
    route: "POST /users/unmatch",
    sender: "asha",
    body: () => ({ matchId: "nothing" }),
    fields: { matchId: text("Failed to unmatch") },
    right: async ({ client }) => {
      const [uma, raj, matchId] = await matched(client);
      const unmatch = async () => await client.ask("POST /users/unmatch", { token: raj.token, body: { matchId } });
      says(await unmatch(), "Successfully unmatched");
      refuses(await unmatch(), 404, "NOT_FOUND", "Failed to unmatch");
      client.match(uma.email, raj.email, false);
      expect((await client.ask("GET /users/matches", { token: uma.token })).list).toEqual([]);
    },
  },
]);
