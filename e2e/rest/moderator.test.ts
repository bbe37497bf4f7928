/** Moderators over REST. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { end, entryOf, forbids, refuses, same, text } from "./cases";
import { conforms } from "./conformance";
import { apply, signInModerator, waitingId } from "./people";

conforms(
  "moderator",
  ["pia", "newcomer"],
  [
    {
      route: "POST /moderator/login",
      may: "anyone",
      body: ({ client }) => client.ready.moderator,
      fields: { email: text("Please enter your email"), password: text("Please enter your password") },
      right: async ({ client }) => {
        const token = await signInModerator(client);
        expect((await client.ask("GET /moderator/stats", { token })).status).toBe(200);
      },
      otherPerson: async ({ client, asha }) => {
        const { email, password } = asha;
        refuses(
          await client.ask("POST /moderator/login", { body: { email, password } }),
          400,
          "BAD_INPUT",
          "Login failed",
        );
      },
      again: async ({ client, moderator }) => {
        expect(await signInModerator(client)).not.toBe(moderator);
        expect((await client.ask("GET /moderator/stats", { token: moderator })).status).toBe(200);
      },
    },
    {
      route: "GET /moderator/pending-profiles",
      may: "moderator",
      right: async ({ client, moderator, pia }) => {
        const { list } = await client.ask("GET /moderator/pending-profiles", { token: moderator });
        const one = list.find(({ name }) => name === pia.name);
        expect(one).toMatchObject({ age: 22, instagramHandle: pia.handle, drinking: "Socially", smoking: "Never" });
        expect([one?.id, one?.profilePicture]).toEqual([one?._id, one?.photoURL]);
        expect(one?._id, "the version, not the person").not.toBe(pia.id);
      },
      otherPerson: forbids("GET /moderator/pending-profiles"),
      again: same(
        "GET /moderator/pending-profiles",
        ({ moderator }) => moderator,
        (reply, { pia }) => entryOf(reply, pia),
      ),
    },
    {
      route: "GET /moderator/stats",
      may: "moderator",
      right: async ({ client, moderator, asha }) => {
        const { body } = await client.ask("GET /moderator/stats", { token: moderator });
        const { stats, recentActivity } = body as {
          stats: { pending: number; approved: number };
          recentActivity: object[];
        };
        expect(stats.pending).toBeGreaterThan(0);
        expect(stats.approved).toBeGreaterThan(0);
        expect(recentActivity.length).toBeLessThanOrEqual(10);
        expect(JSON.stringify(body)).not.toContain(asha.id);
      },
      otherPerson: forbids("GET /moderator/stats"),
      // The figures move while others come and are decided on: twice the same shows that asking alone moves nothing.
      again: async ({ client, moderator }) => {
        const figures = async () => (await client.ask("GET /moderator/stats", { token: moderator })).body;
        await expect.poll(async () => isDeepStrictEqual(await figures(), await figures())).toBe(true);
      },
    },
    {
      route: "POST /moderator/process-profile/nothing",
      may: "moderator",
      body: () => ({ approved: true }),
      fields: { approved: { wrong: "true", says: "Failed to process profile" } },
      right: async ({ client, moderator }) => {
        const bela = await apply(client, "Bela", "female");
        const id = await waitingId(client, moderator, bela.name);
        const body = { approved: false, reason: "The picture shows a dog." };
        expect((await client.ask(`POST /moderator/process-profile/${id}`, { token: moderator, body })).status).toBe(
          200,
        );
        const { body: me } = await client.ask("GET /users/me", { token: bela.token });
        expect(me).toMatchObject({ moderationStatus: "rejected", rejectionReason: body.reason, photoURL: null });
      },
      otherPerson: async ({ client, moderator, asha, pia }) => {
        for (const id of [asha.id, "nothing", "%F0%9F%92%83", "x".repeat(3_000)]) {
          const reply = await client.ask(`POST /moderator/process-profile/${id}`, {
            token: moderator,
            body: { approved: true },
          });
          refuses(reply, 404, "NOT_FOUND", "Failed to process profile");
        }
        const own = await waitingId(client, moderator, pia.name);
        const reply = await client.ask(`POST /moderator/process-profile/${own}`, {
          token: pia.token,
          body: { approved: true },
        });
        refuses(reply, 403, "FORBIDDEN", /moderator/);
      },
      again: async ({ client, moderator }) => {
        const beta = await apply(client, "Beta", "female");
        const route = `POST /moderator/process-profile/${await waitingId(client, moderator, beta.name)}`;
        expect((await client.ask(route, { token: moderator, body: { approved: true } })).status).toBe(200);
        const reply = await client.ask(route, { token: moderator, body: { approved: false } });
        refuses(reply, 409, "ALREADY_DECIDED", /already decided/);
        await end(client, beta);
      },
    },
  ],
);
