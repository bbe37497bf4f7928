/** Rows of the table: the deck and reports. */
import { expect } from "@playwright/test";
import { join } from "./people";
import { end, refuses, same, says, text, waits, type Row } from "./rows";

export const deckRows: Row[] = [
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
    again: same("GET /users/swipe", ({ dev }) => dev.token),
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
        const heard = await client.ask("POST /users/swipe", { token: asha.token, body: { profileId, liked: true } });
        refuses(heard, 404, "NOT_FOUND", "Failed to process swipe");
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
    route: "POST /users/report",
    may: "member",
    body: ({ ravi }) => ({ reportedUserId: ravi.id, reportedUserName: ravi.name, reason: "Rude." }),
    fields: {
      reportedUserId: text("Failed to submit report"),
      reason: text("Please provide a reason for reporting"),
    },
    right: async ({ client, moderator, ravi }) => {
      const gita = await join(client, moderator, "Gita", "female");
      const body = { reportedUserId: gita.id, reportedUserName: gita.name, reason: "Sells tickets." };
      says(await client.ask("POST /users/report", { token: ravi.token, body }), "Report submitted successfully");
      const { list } = await client.ask("GET /users/swipe", { token: gita.token });
      expect(
        list.some(({ _id }) => _id === ravi.id),
        "the two do not meet again",
      ).toBe(false);
      await end(client, gita);
    },
    otherPerson: async ({ client, asha, pia }) => {
      for (const reportedUserId of [pia.id, asha.id, "nobody"]) {
        const heard = await client.ask("POST /users/report", {
          token: asha.token,
          body: { reportedUserId, reason: "Rude." },
        });
        refuses(heard, 404, "NOT_FOUND", "Failed to submit report. Please try again.");
      }
    },
    again: async ({ client, moderator, ravi }) => {
      const hema = await join(client, moderator, "Hema", "female");
      const body = { reportedUserId: hema.id, reportedUserName: hema.name, reason: "Again and again." };
      for (let n = 0; n < 2; n++) {
        says(await client.ask("POST /users/report", { token: ravi.token, body }), "Report submitted successfully");
      }
      await end(client, hema);
    },
  },
];
