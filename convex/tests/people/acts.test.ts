import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { textsOf, say, threadsOf } from "../../testing/chat.testing";
import { aMan, dislikes, man, match, several, woman } from "../../testing/crowd.testing";
import { mailsTo } from "../../testing/mails.testing";
import {
  applicant,
  approve,
  moderator,
  numbered,
  organiser,
  signedIn,
  type Person,
  reject,
} from "../../testing/people.testing";
import { everyRow, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { pictureOf, photoOf, profileInput, waitingVersion } from "../../testing/profiles.testing";
import { file, suspend } from "../../testing/reports.testing";
import { orders, paid, purchasesOf, shop, verifies } from "../../testing/shop.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf } from "../../testing/views.testing";
const why = "They asked us at the help point.";

describe("an organiser", () => {
  test("suspends an unreported person, who reads the reason, and restores them", async () => {
    const { t, desk, asha, ravi } = await three();
    await match(asha, ravi);
    await desk.mutation(api.people.suspend, { ...id(ravi), reason: "You pushed people." });

    expect([await matchesOf(asha), await deckOf(await woman(t, "Nina"))]).toEqual([[], []]);
    expect(await (await signedIn(t, ravi.email)).query(api.profiles.me, {})).toMatchObject({
      moderationStatus: "suspended",
      suspension: { reason: "You pushed people." },
    });
    await settled(t);
    expect(mailsTo(ravi.email)[0]?.text).toContain("You pushed people.");
    const again = desk.mutation(api.people.suspend, { ...id(ravi), reason: "Again." });
    await expectRefusal(again, "ALREADY_DECIDED", "This person is already suspended.");

    await desk.mutation(api.people.restore, { ...id(ravi), reason: why });
    expect(await matchesOf(asha)).toEqual(["Ravi"]);
    await expectRefusal(desk.mutation(api.people.restore, { ...id(ravi), reason: why }), "ALREADY_DECIDED");
    expect(await trailOf(desk, ravi)).toEqual([
      ["restored", "organiser", why],
      ["suspended", "organiser", "You pushed people."],
      ["approved", "moderator", undefined],
    ]);
  });

  test("restores a person suspended by a moderator, which closes the report", async () => {
    const { t, desk, asha, ravi } = await three();
    const mona = await suspend(t, asha, ravi);
    await desk.mutation(api.people.restore, { ...id(ravi), reason: why });
    expect(await mona.query(api.moderator.suspensions, {})).toEqual([]);
    expect((await mona.query(api.moderator.stats, {})).stats.approved).toBe(2);
    expect(await deckOf(await woman(t, "Nina"))).toEqual(["Ravi"]);
  });

  test("cannot suspend an unapproved person, or act on a person without a valid reason", async () => {
    const { t, desk, ravi } = await three();
    const pia = await applicant(t, "Pia");
    await expectRefusal(desk.mutation(api.people.suspend, { ...id(pia), reason: "No." }), "ALREADY_DECIDED");
    for (const reason of [" \u200b", "x".repeat(301)]) {
      for (const act of [api.people.suspend, api.people.undoApproval, api.people.signOut]) {
        await expectRefusal(desk.mutation(act, { ...id(ravi), reason }), "BAD_INPUT");
      }
    }
  });

  test("undoes an approval: nobody sees the profile until a moderator approves it, and then its match and messages return", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    const matchId = await match(asha, ravi);
    await say(ravi, matchId, "See you at the second stage.");
    const known = await photoOf(ravi);
    await desk.mutation(api.people.undoApproval, { ...id(ravi), reason: why });

    expect([await matchesOf(asha), await deckOf(await woman(t, "Nina"))]).toEqual([[], []]);
    expect(await threadsOf(asha), "a thread that cannot be read has no unread messages").toMatchObject([
      [expect.anything(), 0],
    ]);
    expect((await t.fetch(known)).status, "the photo's address from before").toBe(404);
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "pending" });
    await expectRefusal(say(asha, matchId, "Where are you then?"), "NOT_FOUND");
    const mona = await moderator(t);
    expect((await mona.query(api.moderator.stats, {})).stats).toEqual({ pending: 1, approved: 2 });
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ name: "Ravi", kind: "new" }]);
    await expectRefusal(desk.mutation(api.people.undoApproval, { ...id(ravi), reason: why }), "ALREADY_DECIDED");

    await approve(t, ravi);
    expect(await matchesOf(asha)).toEqual(["Ravi"]);
    expect(await textsOf(asha, matchId)).toEqual(["them: See you at the second stage."]);
    expect((await mona.query(api.moderator.stats, {})).stats).toEqual({ pending: 0, approved: 3 });
  });

  test("undoes an approval while a change waits: the change stays in the queue, and its owner can still edit", async () => {
    const { t, desk, ravi } = await three();
    const photoId = await pictureOf(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { bio: "Bass player.", photoId } });
    await desk.mutation(api.people.undoApproval, { ...id(ravi), reason: why });
    const mona = await moderator(t);
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ kind: "new", bio: "Bass player." }]);
    await ravi.mutation(api.profiles.update, { profile: profileInput("Ravi", { ...aMan, bio: "Drummer.", photoId }) });
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ kind: "new", bio: "Drummer." }]);
    await approve(t, ravi);
    const photos = (await rowsIn(t, "photos")).filter(({ userId }) => userId === ravi.userId);
    expect(photos.map(({ _id }) => _id)).toEqual([photoId]);
  });

  test("gives Gold and VIP without an order, and can take a gift back", async () => {
    const { t, desk, ravi } = await three();
    for (const feature of ["unlimited_swipes", "vip_boost"] as const) {
      const tier = { ...id(ravi), feature, reason: why };
      await desk.mutation(api.people.setTier, { ...tier, has: true });
      await expectRefusal(desk.mutation(api.people.setTier, { ...tier, has: true }), "ALREADY_DECIDED");
    }
    expect(await purchasesOf(ravi)).toEqual({ isPremium: true, isVIP: true });
    expect(await rowsIn(t, "handGrants")).toHaveLength(2);
    expect(await rowsIn(t, "orders")).toEqual([]);
    const asha = await woman(t, "Meera");
    expect((await asha.query(api.swipes.deck, {})).profiles).toMatchObject([{ name: "Ravi", isVIP: true }]);
    const gold = { ...id(ravi), feature: "unlimited_swipes" as const, reason: why };
    await desk.mutation(api.people.setTier, { ...gold, has: false });
    expect(await purchasesOf(ravi)).toEqual({ isPremium: false, isVIP: true });
    await expectRefusal(desk.mutation(api.people.setTier, { ...gold, has: false }), "ALREADY_DECIDED");
    expect((await trailOf(desk, ravi)).map(([what]) => what)).toEqual([
      "goldTaken",
      "vipGiven",
      "goldGiven",
      "approved",
    ]);
  });

  test("takes Gold and VIP back, and the member's place in decks and the daily limit are as before", async () => {
    const { t, desk, asha } = await three();
    const om = await man(t, "Om");
    for (const feature of ["unlimited_swipes", "vip_boost"] as const) {
      for (const has of [true, false]) {
        await desk.mutation(api.people.setTier, { ...id(om), feature, has, reason: why });
        await numbered(t);
        expect([feature, has, await deckOf(asha)]).toEqual([feature, has, has ? ["Om", "Ravi"] : ["Ravi", "Om"]]);
      }
    }
    expect(await purchasesOf(om)).toEqual({ isPremium: false, isVIP: false });
    for (const her of await several(woman, t, "Woman", 5)) await dislikes(om, her);
    await expectRefusal(dislikes(om, asha), "SWIPE_LIMIT_REACHED");
  });

  test("takes a gift back after a rejection, so that the next profile does not have it", async () => {
    const { t, desk, ravi } = await three();
    const gold = { ...id(ravi), feature: "unlimited_swipes" as const, reason: why };
    await desk.mutation(api.people.setTier, { ...gold, has: true });
    await desk.mutation(api.people.undoApproval, { ...id(ravi), reason: why });
    await desk.mutation(api.moderator.decide, { id: await waitingVersion(t, ravi), approved: false });
    await desk.mutation(api.people.open, id(ravi));
    expect(await desk.query(api.people.person, id(ravi))).toMatchObject({ profile: null, gold: { by: "hand" } });
    await desk.mutation(api.people.setTier, { ...gold, has: false });

    expect(await desk.query(api.people.person, id(ravi))).toMatchObject({ gold: null });
    expect(await rowsIn(t, "handGrants")).toEqual([]);
    await expectRefusal(desk.mutation(api.people.setTier, { ...gold, has: false }), "ALREADY_DECIDED");
    await expectRefusal(desk.mutation(api.people.setTier, { ...gold, has: true }), "NOT_FOUND");
  });

  test("cannot take a paid feature, and a person who pays for a gift keeps it through the order", async () => {
    const { t, provider } = shop();
    const [desk, ravi] = [await organiser(t), await man(t, "Ravi")];
    const gold = { ...id(ravi), feature: "unlimited_swipes" as const, reason: why };
    const { orderId } = await orders(ravi);
    await desk.mutation(api.people.setTier, { ...gold, has: true });
    provider.pay(orderId);
    await verifies(ravi, orderId);
    expect(await rowsIn(t, "orders")).toMatchObject([{ status: "refundDue", cause: "twice" }]);
    await desk.mutation(api.people.setTier, { ...gold, has: false });
    expect([await purchasesOf(ravi), await rowsIn(t, "orders")]).toMatchObject([
      { isPremium: true },
      [{ status: "paid" }],
    ]);
    const taken = desk.mutation(api.people.setTier, { ...gold, has: false });
    await expectRefusal(taken, { message: expect.stringContaining("Refund the order") });
  });

  test("undoes a buyer's approval; after a rejection, the buyer's next profile has the paid feature", async () => {
    const { t, provider } = shop();
    const [desk, ravi] = [await organiser(t), await man(t, "Ravi")];
    await paid(provider, ravi);
    await desk.mutation(api.people.undoApproval, { ...id(ravi), reason: why });
    await reject(t, ravi);
    await t.run(async (ctx) => await ctx.db.patch("users", ravi.userId, { status: "none" }));
    await ravi.mutation(api.profiles.create, {
      profile: profileInput("Ravi", { ...aMan, photoId: await pictureOf(t, ravi) }),
    });
    expect(await purchasesOf(ravi)).toEqual({ isPremium: true, isVIP: false });
  });

  test("ends every session of a person at once", async () => {
    const { desk, t, ravi } = await three();
    const phone = await signedIn(t, ravi.email);
    await desk.mutation(api.people.signOut, { ...id(ravi), reason: why });
    for (const device of [ravi, phone]) {
      await expectRefusal(device.query(api.profiles.me, {}), "UNAUTHENTICATED");
    }
    await signedIn(t, ravi.email);
  });

  test("deletes a person for good; only who did it, when and why is left", async () => {
    const { t, desk, asha, ravi } = await three();
    await match(asha, ravi);
    await file(asha, ravi);
    await desk.mutation(api.people.setTier, { ...id(ravi), feature: "vip_boost", has: true, reason: why });
    await desk.mutation(api.people.suspend, { ...id(ravi), reason: "Ravi pushed people." });
    await desk.mutation(api.people.open, id(ravi));
    await settled(t);
    await desk.mutation(api.people.remove, { ...id(ravi), reason: "asked" });
    await settled(t);

    const left = await everyRow(t);
    for (const trace of [ravi.userId, ravi.email, "Ravi", "raviinsta"]) expect(left).not.toContain(trace);
    expect(await desk.query(api.moderator.trail, {})).toMatchObject([{ ruling: "deleted", name: "" }, {}, {}, {}, {}]);
    expect((await rowsIn(t, "rulings")).at(-1)).toMatchObject({ ruling: "deleted", reason: "asked" });
    await expectRefusal(desk.mutation(api.people.remove, { ...id(ravi), reason: "asked" }), "NOT_FOUND");
  });

  test("cannot act on a member of the staff, who is refused like an unknown id", async () => {
    const { t, desk } = await three();
    const mona = await moderator(t);
    for (const { userId } of [mona, desk]) {
      for (const act of [api.people.suspend, api.people.restore, api.people.undoApproval, api.people.signOut]) {
        await expectRefusal(desk.mutation(act, { userId, reason: why }), "NOT_FOUND");
      }
      await expectRefusal(desk.mutation(api.people.remove, { userId, reason: "other" }), "NOT_FOUND");
      await expectRefusal(desk.action(api.people.exportData, { userId }), "NOT_FOUND");
    }
  });
});

/** Returns the decisions about a person, newest first, with the member of the staff and the reason. */
async function trailOf(desk: Person, person: Person) {
  await desk.mutation(api.people.open, id(person));
  const record = await desk.query(api.people.record, id(person));
  const rulings = record?.trail.filter(({ by, what }) => by !== undefined && what !== "personOpened") ?? [];
  return rulings.map(({ what, by, reason }) => [what, by, reason]);
}

function id({ userId }: Person) {
  return { userId };
}

async function three() {
  const t = setupTest();
  return { t, desk: await organiser(t), asha: await woman(t, "Asha"), ravi: await man(t, "Ravi") };
}
