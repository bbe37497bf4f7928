import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { buys, likes, woman, ashaAndMen } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { type Product, rowsIn, test } from "../../testing/product.testing";
import { deckOf, swipesLeft } from "../../testing/views.testing";

describe("a settled order", () => {
  test("for Gold gives its buyer a badge that others see, and unlimited swipes", async () => {
    const { t, asha, men } = await ashaAndMen(7);
    await buys(t, asha, "unlimited_swipes");

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      isPremium: true,
      isVIP: false,
      premiumPurchasedAt: expect.any(Number),
      vipPurchasedAt: null,
    });
    for (const him of men) await likes(asha, him);
    expect(await men[0]!.query(api.matches.pendingLikes, {})).toMatchObject([{ isPremium: true, isVIP: false }]);
  });

  test("for VIP puts its buyer first in the decks, leaves a buyer's Gold, and does not lift the swipe limit", async () => {
    const { t, asha, men } = await ashaAndMen(7);
    await buys(t, men[4]!, "unlimited_swipes");
    await buys(t, men[6]!, "vip_boost");

    expect((await deckOf(asha)).slice(0, 2)).toEqual(["Man 7", "Man 5"]);
    await likes(men[6]!, asha);
    expect(await swipesLeft(men[6]!)).toBe(4);
    await buys(t, men[4]!, "vip_boost");
    expect(await men[4]!.query(api.profiles.me, {})).toMatchObject({ isPremium: true, isVIP: true });
    expect(await tiersOf(t, men[4]!)).toEqual(["vip", "vip"]);
  });

  test("for Gold keeps a VIP buyer in the VIP tier, at the same position", async () => {
    const { t, asha, men } = await ashaAndMen(3);
    await buys(t, men[0]!, "vip_boost");
    await buys(t, men[1]!, "vip_boost");
    await buys(t, men[2]!, "unlimited_swipes");
    const before = await deckOf(asha);
    await buys(t, men[0]!, "unlimited_swipes");

    expect(await deckOf(asha)).toEqual(before);
    const { profiles } = await asha.query(api.swipes.deck, {});
    expect(profiles.find(({ name }) => name === "Man 1")).toMatchObject({ isPremium: true, isVIP: true });
    expect(await tiersOf(t, men[0]!)).toEqual(["vip", "vip"]);
  });

  test("waits for a refund if the buyer already has the feature or is gone", async ({ t }) => {
    const asha = await woman(t, "Asha");
    await buys(t, asha, "vip_boost");
    await buys(t, asha, "vip_boost");
    await t.mutation(internal.payments.open, { orderId: "late", userId: asha.userId, feature: "unlimited_swipes" });
    await t.run(async (ctx) => {
      const profile = await ctx.db.query("profiles").first();
      if (profile) await ctx.db.delete("profiles", profile._id);
    });
    await t.mutation(internal.payments.settle, { orderId: "late" });

    expect((await rowsIn(t, "orders")).map(({ status }) => status)).toEqual(["paid", "refundDue", "refundDue"]);
  });
});

test("an open order grants nothing; opening it twice or settling an unknown order throws", async ({ t }) => {
  const asha = await woman(t, "Asha");
  const order = { orderId: "order_1", userId: asha.userId, feature: "unlimited_swipes" } as const;
  await t.mutation(internal.payments.open, order);

  expect(await asha.query(api.profiles.me, {})).toMatchObject({ isPremium: false, isVIP: false });
  await expect(t.mutation(internal.payments.open, order)).rejects.toThrow("already exists");
  await expect(t.mutation(internal.payments.settle, { orderId: "order_2" })).rejects.toThrow("no order");
});

async function tiersOf(t: Product, { userId }: Person) {
  const entries = (await rowsIn(t, "deckEntries")).filter((entry) => entry.userId === userId);
  return entries.map(({ tier }) => tier);
}
