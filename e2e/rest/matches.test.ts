/** Matches and pending likes over REST. */
import { expect } from "vitest";
import { end, matched, refuses, same, says, text, waits } from "./cases";
import { conforms } from "./conformance";
import { join } from "./people";

conforms(
  "matches",
  ["ravi", "pia"],
  [
    {
      route: "GET /users/matches",
      may: "member",
      right: async ({ client, moderator }) => {
        const [uma, raj] = await matched(client, moderator);
        const { list } = await client.ask("GET /users/matches", { token: uma.token });
        expect(list).toMatchObject([
          { user: { name: raj.name, age: 22, instagramHandle: raj.handle, _id: raj.id, id: raj.id } },
        ]);
        expect(Date.parse(list[0]?.createdAt as string)).toBeGreaterThan(Date.now() - 60_000);
        await end(client, uma, raj);
      },
      otherPerson: waits("GET /users/matches"),
      again: same("GET /users/matches", ({ asha }) => asha.token),
    },
    {
      route: "GET /users/pending-likes",
      may: "member",
      right: async ({ client, moderator, ravi }) => {
        const ila = await join(client, moderator, "Ila", "female");
        await client.ask("POST /users/swipe", { token: ila.token, body: { profileId: ravi.id, liked: true } });
        const { list } = await client.ask("GET /users/pending-likes", { token: ravi.token });
        expect(list[0]).toMatchObject({ _id: ila.id, id: ila.id, name: ila.name, instagramHandle: "" });
        await end(client, ila);
        expect((await client.ask("GET /users/pending-likes", { token: ravi.token })).list).toEqual([]);
      },
      otherPerson: waits("GET /users/pending-likes"),
      again: same("GET /users/pending-likes", ({ asha }) => asha.token),
    },
    {
      route: "POST /users/respond-to-like",
      may: "member",
      body: ({ ravi }) => ({ profileId: ravi.id, accepted: true }),
      fields: {
        profileId: text("Failed to respond to like"),
        accepted: { wrong: 1, says: "Failed to respond to like" },
      },
      right: async ({ client, moderator, ravi }) => {
        const jaya = await join(client, moderator, "Jaya", "female");
        await client.ask("POST /users/swipe", { token: jaya.token, body: { profileId: ravi.id, liked: true } });
        client.match(jaya.email, ravi.email);
        const body = { profileId: jaya.id, accepted: true };
        const reply = await client.ask("POST /users/respond-to-like", { token: ravi.token, body });
        expect(reply.body).toMatchObject({ match: true, user: { name: jaya.name, instagramHandle: jaya.handle } });
        await end(client, jaya);
        client.match(jaya.email, ravi.email, false);
      },
      otherPerson: async ({ client, asha, ravi, pia }) => {
        for (const profileId of [ravi.id, pia.id, "nobody"]) {
          const body = { profileId, accepted: true };
          const reply = await client.ask("POST /users/respond-to-like", { token: asha.token, body });
          refuses(reply, 404, "NOT_FOUND", "Failed to respond to like");
        }
      },
      again: async ({ client, moderator, ravi }) => {
        const kala = await join(client, moderator, "Kala", "female");
        await client.ask("POST /users/swipe", { token: kala.token, body: { profileId: ravi.id, liked: true } });
        const body = { profileId: kala.id, accepted: false };
        for (let n = 0; n < 2; n++) {
          const reply = await client.ask("POST /users/respond-to-like", { token: ravi.token, body });
          expect(reply.body).toEqual({ match: false });
        }
        const other = { token: ravi.token, body: { ...body, accepted: true } };
        refuses(
          await client.ask("POST /users/respond-to-like", other),
          409,
          "ALREADY_DECIDED",
          "Failed to respond to like",
        );
        await end(client, kala);
      },
    },
    {
      route: "POST /users/unmatch",
      may: "member",
      body: () => ({ matchId: "nothing" }),
      fields: { matchId: text("Failed to unmatch") },
      right: async ({ client, moderator }) => {
        const [uma, raj, matchId] = await matched(client, moderator);
        says(
          await client.ask("POST /users/unmatch", { token: raj.token, body: { matchId } }),
          "Successfully unmatched",
        );
        client.match(uma.email, raj.email, false);
        expect((await client.ask("GET /users/matches", { token: uma.token })).list).toEqual([]);
        await end(client, uma, raj);
      },
      otherPerson: async ({ client, moderator, asha }) => {
        const [uma, raj, matchId] = await matched(client, moderator);
        for (const id of [matchId, uma.id, "nothing"]) {
          const reply = await client.ask("POST /users/unmatch", { token: asha.token, body: { matchId: id } });
          refuses(reply, 404, "NOT_FOUND", "Failed to unmatch");
        }
        expect((await client.ask("GET /users/matches", { token: uma.token })).list).toHaveLength(1);
        await end(client, uma, raj);
      },
      again: async ({ client, moderator }) => {
        const [uma, raj, matchId] = await matched(client, moderator);
        const asking = { token: uma.token, body: { matchId } };
        says(await client.ask("POST /users/unmatch", asking), "Successfully unmatched");
        refuses(await client.ask("POST /users/unmatch", asking), 404, "NOT_FOUND", "Failed to unmatch");
        await end(client, uma, raj);
      },
    },
  ],
);
