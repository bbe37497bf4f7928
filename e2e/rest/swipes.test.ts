/** The deck and swipes over REST. */
import { expect, inject, test } from "vitest";
import { end, entryOf, refuses, same, says, text, waits } from "./cases";
import { Client } from "./client";
import { conforms } from "./conformance";
import { join, leave, moderatorOf } from "./people";

conforms(
  "swipes",
  ["ravi", "dev", "pia"],
  [
    {
      route: "GET /users/swipe",
      may: "member",
      right: async ({ client, moderator, ravi }) => {
        const sita = await join(client, moderator, "Sita", "female");
        const { list } = await client.ask("GET /users/swipe", { token: ravi.token });
        expect(list.length).toBeLessThanOrEqual(20);
        const card = list.find(({ _id }) => _id === sita.id) ?? list[0];
        expect(card).toMatchObject({ gender: "female", instagramHandle: "", isPremium: false });
        expect([card?.id, card?.profilePicture]).toEqual([card?._id, card?.photoURL]);
        await end(client, sita);
      },
      otherPerson: waits("GET /users/swipe"),
      // Others come and go meanwhile; Asha stays.
      again: same(
        "GET /users/swipe",
        ({ dev }) => dev.token,
        (reply, { asha }) => entryOf(reply, asha),
      ),
    },
    {
      route: "POST /users/swipe",
      may: "member",
      body: ({ ravi }) => ({ profileId: ravi.id, liked: true }),
      fields: { profileId: text("Failed to process swipe"), liked: { wrong: "yes", says: "Failed to process swipe" } },
      right: async ({ client, moderator, dev }) => {
        const mira = await join(client, moderator, "Mira", "female");
        const first = await client.ask("POST /users/swipe", {
          token: dev.token,
          body: { profileId: mira.id, liked: true },
        });
        expect(first.body).toEqual({ match: false });
        client.match(mira.email, dev.email);
        const back = await client.ask("POST /users/swipe", {
          token: mira.token,
          body: { profileId: dev.id, liked: true },
        });
        expect(back.body).toMatchObject({
          match: true,
          user: { id: dev.id, name: dev.name, instagramHandle: dev.handle },
        });
        await end(client, mira);
        client.match(mira.email, dev.email, false);
      },
      otherPerson: async ({ client, asha, pia, moderator }) => {
        for (const profileId of [asha.id, pia.id, "nobody", moderator, "__proto__", "💃".repeat(500)]) {
          const reply = await client.ask("POST /users/swipe", { token: asha.token, body: { profileId, liked: true } });
          refuses(reply, 404, "NOT_FOUND", "Failed to process swipe");
        }
      },
      again: async ({ client, asha, dev }) => {
        const body = { profileId: dev.id, liked: true };
        const once = await client.ask("POST /users/swipe", { token: asha.token, body });
        expect(once.body).toEqual({ match: false });
        const left = async () => (await client.ask("GET /users/me", { token: asha.token })).body.swipesRemaining;
        const before = await left();
        const twice = await client.ask("POST /users/swipe", { token: asha.token, body });
        expect(twice.body).toEqual(once.body);
        expect(await left(), "it cost nothing").toBe(before);
        const other = await client.ask("POST /users/swipe", { token: asha.token, body: { ...body, liked: false } });
        refuses(other, 409, "ALREADY_DECIDED", "Failed to process swipe");
      },
    },
    {
      route: "POST /users/swipe/undo",
      may: "member",
      body: ({ ravi }) => ({ profileId: ravi.id }),
      fields: { profileId: text("Failed to take back swipe") },
      right: async ({ client, moderator, dev }) => {
        const uma = await join(client, moderator, "Uma", "female");
        await client.ask("POST /users/swipe", { token: uma.token, body: { profileId: dev.id, liked: true } });
        const reply = await client.ask("POST /users/swipe/undo", { token: uma.token, body: { profileId: dev.id } });
        says(reply, "Swipe taken back");
        const { list } = await client.ask("GET /users/swipe", { token: uma.token });
        expect(list[0]?._id, "he is on top again").toBe(dev.id);
        const { body } = await client.ask("GET /users/me", { token: uma.token });
        expect([body.swipesRemaining, body.undosRemaining, body.undoable]).toEqual([5, 2, false]);
        await end(client, uma);
      },
      otherPerson: async ({ client, asha, pia, moderator }) => {
        for (const profileId of [asha.id, pia.id, "nobody", moderator, "__proto__", "💃".repeat(500)]) {
          const reply = await client.ask("POST /users/swipe/undo", { token: asha.token, body: { profileId } });
          refuses(reply, 404, "NOT_FOUND", "This swipe can no longer be taken back");
        }
      },
      again: async ({ client, moderator, dev }) => {
        const tia = await join(client, moderator, "Tia", "female");
        const body = { profileId: dev.id };
        await client.ask("POST /users/swipe", { token: tia.token, body: { ...body, liked: false } });
        for (let i = 0; i < 3; i += 1) {
          says(await client.ask("POST /users/swipe/undo", { token: tia.token, body }), "Swipe taken back");
        }
        const me = await client.ask("GET /users/me", { token: tia.token });
        expect([me.body.swipesRemaining, me.body.undosRemaining]).toEqual([5, 2]);
        await end(client, tia);
      },
    },
  ],
);

test("the sixth swipe of the day is 429 until the day turns", async () => {
  const client = await Client.of(inject("ready"));
  const moderator = moderatorOf(client);
  const zain = await join(client, moderator, "Zain", "male");
  const women = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => join(client, moderator, "Esha", "female", n)));
  const swipe = (n: number) =>
    client.ask("POST /users/swipe", { token: zain.token, body: { profileId: women[n]?.id, liked: n % 2 === 0 } });
  for (let n = 0; n < 5; n++) expect((await swipe(n)).body).toEqual({ match: false });
  const reply = await swipe(5);
  refuses(reply, 429, "SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached");
  const { body: me } = await client.ask("GET /users/me", { token: zain.token });
  expect(me.swipesRemaining).toBe(0);
  const turn = Date.now() + Number(reply.headers.get("retry-after")) * 1_000;
  expect(Math.abs(turn - Date.parse(me.swipesResetAt as string))).toBeLessThan(5_000);
  await leave(client, [zain, ...women]);
});
