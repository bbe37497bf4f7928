import { expect } from "vitest";
import { testRoutes, expectRefusal, expectMessage, text } from "./conformance";
import { join, like } from "./people";

testRoutes("swipes", [
  {
    route: "GET /users/swipe",
    works: async ({ client }) => {
      const ravi = await join(client, "Ravi", "male");
      await join(client, "Sita", "female");
      const { list } = await client.send("GET /users/swipe", { token: ravi.token });
      expect(list.length).toBeLessThanOrEqual(20);
      expect(list[0]).toMatchObject({ gender: "female", instagramHandle: "", isPremium: false });
      expect([list[0]?.id, list[0]?.profilePicture]).toEqual([list[0]?._id, list[0]?.photoURL]);
    },
  },
  {
    route: "POST /users/swipe",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id, liked: true }),
    fields: { profileId: text("Failed to process swipe"), liked: { wrong: "yes", message: "Failed to process swipe" } },
    works: async ({ client, asha }) => {
      const [dev, mira] = [await join(client, "Dev", "male"), await join(client, "Mira", "female")];
      expect((await like(client, dev, mira)).body).toEqual({ match: false });
      client.match(mira.email, dev.email);
      const user = { id: dev.id, name: dev.name, instagramHandle: dev.handle };
      expect((await like(client, mira, dev)).body).toMatchObject({ match: true, user });
      for (const id of ["nobody", "__proto__", "💃".repeat(500)]) {
        expectRefusal(await like(client, asha, { id }), 404, "NOT_FOUND", "Failed to process swipe");
      }

      const women = await Promise.all([0, 1, 2, 3, 4].map((n) => join(client, "Esha", "female", n)));
      for (const woman of women.slice(1)) expect((await like(client, dev, woman)).body).toEqual({ match: false });
      const sixth = await like(client, dev, women[0]!);
      expectRefusal(sixth, 429, "SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached");
      const { body: me } = await client.send("GET /users/me", { token: dev.token });
      expect(me.swipesRemaining).toBe(0);
      const resetAt = Date.now() + Number(sixth.headers.get("retry-after")) * 1_000;
      expect(Math.abs(resetAt - Date.parse(me.swipesResetAt as string))).toBeLessThan(5_000);
    },
  },
  {
    route: "POST /users/swipe/undo",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id }),
    fields: { profileId: text("Failed to take back swipe") },
    works: async ({ client }) => {
      const [uma, dev] = [await join(client, "Uma", "female"), await join(client, "Dev", "male")];
      await like(client, uma, dev);
      const reply = await client.send("POST /users/swipe/undo", { token: uma.token, body: { profileId: dev.id } });
      expectMessage(reply, "Swipe taken back");
      const { list } = await client.send("GET /users/swipe", { token: uma.token });
      expect(list[0]?._id, "he is on top again").toBe(dev.id);
      const { body } = await client.send("GET /users/me", { token: uma.token });
      expect([body.swipesRemaining, body.undosRemaining, body.undoable]).toEqual([5, 2, false]);
    },
  },
]);
