import { expect } from "vitest";
import { conforms, refuses, text } from "./conformance";
import { apply, decide } from "./people";

conforms("moderator", [
  {
    route: "POST /moderator/login",
    body: ({ client }) => client.ready.moderator,
    fields: { email: text("Please enter your email"), password: text("Please enter your password") },
    right: async ({ client, asha }) => {
      const { body } = await client.ask("POST /moderator/login", { body: client.ready.moderator, as: "moderator" });
      client.own(body.token as string, "moderator");
      expect((await client.ask("GET /moderator/stats", { token: body.token as string })).status).toBe(200);
      refuses(await client.ask("POST /moderator/login", { body: asha }), 400, "BAD_INPUT", "Login failed");
    },
  },
  {
    route: "GET /moderator/pending-profiles",
    right: async ({ client, moderator }) => {
      const pia = await apply(client, "Pia", 4);
      const { list } = await client.ask("GET /moderator/pending-profiles", { token: moderator });
      const one = list.find(({ name }) => name === pia.name);
      expect(one).toMatchObject({ age: 21, instagramHandle: pia.handle, drinking: "Socially", smoking: "Never" });
      expect([one?.id, one?.profilePicture]).toEqual([one?._id, one?.photoURL]);
      expect(one?._id, "the version, not the person").not.toBe(pia.id);
    },
  },
  {
    route: "GET /moderator/stats",
    right: async ({ client, moderator, asha }) => {
      const { body } = await client.ask("GET /moderator/stats", { token: moderator });
      expect(body).toMatchObject({ stats: { approved: expect.any(Number) }, recentActivity: expect.any(Array) });
      expect(body.recentActivity).not.toHaveLength(0);
      expect(JSON.stringify(body)).not.toContain(asha.id);
    },
  },
  {
    route: "POST /moderator/process-profile/nothing",
    sender: "moderator",
    body: () => ({ approved: true }),
    fields: { approved: { wrong: "true", says: "Failed to process profile" } },
    right: async ({ client, moderator, asha }) => {
      const bela = await apply(client, "Bela");
      const reason = "The picture shows a dog.";
      expect((await decide(client, bela, { approved: false, reason })).status).toBe(200);
      const { body: me } = await client.ask("GET /users/me", { token: bela.token });
      expect(me).toMatchObject({ moderationStatus: "rejected", rejectionReason: reason, photoURL: null });
      for (const id of [asha.id, "%F0%9F%92%83", "x".repeat(3_000)]) {
        const asking = { token: moderator, body: { approved: true } };
        const reply = await client.ask(`POST /moderator/process-profile/${id}`, asking);
        refuses(reply, 404, "NOT_FOUND", "Failed to process profile");
      }
    },
  },
]);
