import { expect } from "vitest";
import { testRoutes, expectRefusal, expectMessage, text } from "./conformance";
import { join, like, makeMatch } from "./people";

testRoutes("matches", [
  {
    route: "GET /users/matches",
    works: async ({ client }) => {
      const [uma, raj] = await makeMatch(client);
      const { list } = await client.send("GET /users/matches", { token: uma.token });
      const user = { name: raj.name, age: 21, instagramHandle: raj.handle, _id: raj.id, id: raj.id };
      expect(list).toMatchObject([{ user }]);
      expect(Date.parse(list[0]?.createdAt as string)).toBeGreaterThan(Date.now() - 60_000);
    },
  },
  {
    route: "GET /users/pending-likes",
    works: async ({ client, asha }) => {
      const ilan = await join(client, "Ilan", "male");
      await like(client, ilan, asha);
      const { list } = await client.send("GET /users/pending-likes", { token: asha.token });
      expect(list).toMatchObject([{ _id: ilan.id, id: ilan.id, name: ilan.name, instagramHandle: "" }]);
    },
  },
  {
    route: "POST /users/respond-to-like",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id, accepted: true }),
    fields: {
      profileId: text("Failed to respond to like"),
      accepted: { wrong: 1, message: "Failed to respond to like" },
    },
    works: async ({ client, asha }) => {
      const [jay, kavi] = [await join(client, "Jay", "male"), await join(client, "Kavi", "male")];
      const respond = async ({ id }: { id: string }, accepted: boolean) => {
        const request = { token: asha.token, body: { profileId: id, accepted } };
        return await client.send("POST /users/respond-to-like", request);
      };
      for (const liker of [jay, kavi]) await like(client, liker, asha);
      expect((await respond(kavi, false)).body).toEqual({ match: false });
      expectRefusal(await respond(kavi, true), 409, "ALREADY_DECIDED", "Failed to respond to like");
      expectRefusal(await respond({ id: "nobody" }, true), 404, "NOT_FOUND", "Failed to respond to like");
      client.match(jay.email, asha.email);
      const { body } = await respond(jay, true);
      expect(body).toMatchObject({ match: true, user: { name: jay.name, instagramHandle: jay.handle } });
    },
  },
  {
    route: "POST /users/unmatch",
    sender: "asha",
    body: () => ({ matchId: "nothing" }),
    fields: { matchId: text("Failed to unmatch") },
    works: async ({ client }) => {
      const [uma, raj, matchId] = await makeMatch(client);
      const unmatch = async () => await client.send("POST /users/unmatch", { token: raj.token, body: { matchId } });
      expectMessage(await unmatch(), "Successfully unmatched");
      expectRefusal(await unmatch(), 404, "NOT_FOUND", "Failed to unmatch");
      client.match(uma.email, raj.email, false);
      expect((await client.send("GET /users/matches", { token: uma.token })).list).toEqual([]);
    },
  },
]);
