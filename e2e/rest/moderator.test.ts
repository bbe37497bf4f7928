import { expect } from "vitest";
import { testRoutes, expectRefusal, text } from "./conformance";
import { apply, decide } from "./people";

testRoutes("moderator", [
  {
    route: "POST /moderator/login",
    body: ({ client }) => client.ready.moderator,
    fields: { email: text("Please enter your email"), password: text("Please enter your password") },
    works: async ({ client, asha }) => {
      const { body } = await client.send("POST /moderator/login", { body: client.ready.moderator, as: "moderator" });
      client.addToken(body.token as string, "moderator");
      expect((await client.send("GET /moderator/stats", { token: body.token as string })).status).toBe(200);
      expectRefusal(await client.send("POST /moderator/login", { body: asha }), 400, "BAD_INPUT", "Login failed");
    },
  },
  {
    route: "GET /moderator/pending-profiles",
    works: async ({ client, moderator }) => {
      const pia = await apply(client, "Pia", 4);
      const { list } = await client.send("GET /moderator/pending-profiles", { token: moderator });
      const waiting = list.find(({ name }) => name === pia.name);
      expect(waiting).toMatchObject({ age: 21, instagramHandle: pia.handle, drinking: "Socially", smoking: "Never" });
      expect([waiting?.id, waiting?.profilePicture]).toEqual([waiting?._id, waiting?.photoURL]);
      expect(waiting?._id, "the version, not the person").not.toBe(pia.id);
    },
  },
  {
    route: "GET /moderator/stats",
    works: async ({ client, moderator, asha }) => {
      const { body } = await client.send("GET /moderator/stats", { token: moderator });
      expect(body).toMatchObject({ stats: { approved: expect.any(Number) }, recentActivity: expect.any(Array) });
      expect(body.recentActivity).not.toHaveLength(0);
      expect(JSON.stringify(body)).not.toContain(asha.id);
    },
  },
  {
    route: "POST /moderator/process-profile/nothing",
    sender: "moderator",
    body: () => ({ approved: true }),
    fields: { approved: { wrong: "true", message: "Failed to process profile" } },
    works: async ({ client, moderator, asha }) => {
      const bela = await apply(client, "Bela");
      const reason = "The picture shows a dog.";
      expect((await decide(client, bela, { approved: false, reason })).status).toBe(200);
      const { body: me } = await client.send("GET /users/me", { token: bela.token });
      expect(me).toMatchObject({ moderationStatus: "rejected", rejectionReason: reason, photoURL: null });
      for (const id of [asha.id, "%F0%9F%92%83", "x".repeat(3_000)]) {
        const request = { token: moderator, body: { approved: true } };
        const reply = await client.send(`POST /moderator/process-profile/${id}`, request);
        expectRefusal(reply, 404, "NOT_FOUND", "Failed to process profile");
      }
    },
  },
]);
