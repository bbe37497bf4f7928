import { describe, expect } from "vitest";
import { api, internal } from "../_generated/api";
import { deleteAccount, linkTo, NEXT, reset } from "../testing/auth.testing";
import { pass, HOUR } from "../testing/clock.testing";
import { woman, pair } from "../testing/crowd.testing";
import { addressOf, moderator, signsUp, PASSWORD, signedIn } from "../testing/people.testing";
import { type Product, rowsIn, settled, test } from "../testing/product.testing";
import { photoOf } from "../testing/profiles.testing";
import { file, suspend } from "../testing/reports.testing";
import { paid, shop } from "../testing/shop.testing";
import { limits } from "../shared/limits";
import { expectRefusal } from "../testing/refusals.testing";

describe("the log of incidents", () => {
  test("records which moderator approved, suspended and restored which person", async () => {
    const { t, asha, ravi } = await pair();
    const desk = await suspend(t, asha, ravi);
    const [suspended] = await desk.query(api.moderator.suspensions, {});
    await desk.mutation(api.moderator.restore, { id: suspended!._id });

    const { userId: by } = desk;
    expect(await log(t, { about: ravi.userId })).toEqual([
      { what: "restored", by, about: ravi.userId },
      { what: "sessionsEnded", about: ravi.userId },
      { what: "suspended", by, about: ravi.userId },
      { what: "approved", by, about: ravi.userId },
    ]);
    expect(await log(t, { by: desk.userId })).toContainEqual({ what: "approved", by, about: asha.userId });
  });

  test("has no entry about a filed report, so it never names a reporter", async () => {
    const { t, asha, ravi } = await pair();
    const before = await log(t);
    await file(asha, ravi);
    expect(await log(t)).toEqual(before);
  });

  test("keeps a user's password reset and deletion after the account is gone", async ({ t }) => {
    const asha = await signsUp(t, "Asha");
    await reset(t, await linkTo(t, asha.email));
    await deleteAccount(await signedIn(t, asha.email, NEXT));
    await settled(t);

    const about = asha.userId;
    expect(await log(t, { about })).toEqual([
      { what: "sessionsEnded", about },
      { what: "accountDeleted", by: about, about },
      { what: "sessionsEnded", about },
      { what: "passwordReset", about },
    ]);
  });

  test("records guessing at an account's password at most once an hour", async ({ t }) => {
    const asha = await signsUp(t, "Asha");
    const guessing = async (times: number) => {
      for (let n = 0; n < times; n += 1) await signedIn(t, asha.email, `wrong ${n}`).catch(() => undefined);
    };
    await guessing(4);
    expect(await log(t)).toEqual([]);

    await guessing(10);
    const entry = { what: "signInLimit", about: asha.userId };
    expect(await log(t)).toEqual([entry]);

    pass(HOUR + 60_000);
    await guessing(20);
    expect(await log(t)).toEqual([entry, entry]);
  });

  test("records the use of a copied token", async ({ t }) => {
    const asha = await signsUp(t, "Asha");
    const refresh = async (refreshToken: string) => (await t.action(api.auth.signIn, { refreshToken })).tokens;
    const second = await refresh(asha.refreshToken);
    pass(20_000);
    await refresh(second!.refreshToken);
    pass(20_000);
    await refresh(asha.refreshToken);

    expect(await log(t)).toEqual([{ what: "tokenCopied", about: asha.userId }]);
  });

  test("records who refunded whose order", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const orderId = await paid(provider, asha);
    const desk = await moderator(t);
    await desk.action(api.payments.refund, { orderId });

    const about = asha.userId;
    expect((await log(t, { about })).slice(0, 2)).toEqual([
      { what: "refunded", about, orderId },
      { what: "refundStarted", by: desk.userId, about, orderId },
    ]);
  });

  test("holds no name, address, handle, phone number or text", async () => {
    const { t, asha, ravi } = await pair();
    await suspend(t, asha, ravi);
    await deleteAccount(asha);

    const { userId: desk } = await moderator(t);
    const known = [asha.userId, ravi.userId, desk].map(String);
    for (const { what, ...ids } of await log(t)) {
      expect(what).toMatch(/^[a-zA-Z]+$/);
      for (const id of Object.values(ids)) expect(known).toContain(id);
    }
  });

  test("is listed in pages, newest first, and loses its entries after ninety days", async ({ t }) => {
    await t.run(async (ctx) => {
      for (let n = 0; n < 450; n += 1) await ctx.db.insert("incidents", { what: "passwordReset", about: String(n) });
    });
    const first = await t.query(internal.incidents.list, {});
    const second = await t.query(internal.incidents.list, { before: first.at(-1)!.at });
    expect(first.map(({ about }) => about).slice(0, 2)).toEqual(["449", "448"]);
    expect(first).toHaveLength(200);
    expect(Number(second[0]?.about)).toBeLessThanOrEqual(250);

    pass(limits.incidentLifetime - HOUR);
    await t.mutation(internal.incidents.deleteOld, {});
    expect(await log(t)).toHaveLength(200);
    pass(2 * HOUR);
    await t.mutation(internal.incidents.deleteOld, {});
    await settled(t);
    expect(await log(t)).toEqual([]);
  });
});

describe("an emergency command", () => {
  test("signs a person out on every device; the person can sign in again, and others stay signed in", async ({ t }) => {
    const [asha, ravi] = [await signsUp(t, "Asha"), await signsUp(t, "Ravi")];
    const phone = await signedIn(t, asha.email);
    const [found] = await t.query(internal.incidents.find, { email: " ASHA@people.test" });
    expect(found).toEqual({ id: asha.userId, kind: "user", status: "none" });
    await t.mutation(internal.incidents.signOut, { userId: found!.id });

    for (const device of [asha, phone]) {
      await expectRefusal(device.query(api.profiles.me, {}), "UNAUTHENTICATED");
      expect((await t.action(api.auth.signIn, { refreshToken: device.refreshToken })).tokens).toBeNull();
    }
    await ravi.query(api.profiles.me, {});
    await (await signedIn(t, asha.email)).query(api.profiles.me, {});
    expect((await log(t))[1]).toEqual({ what: "signedOut", about: asha.userId });
  });

  test("signs everybody out at once, however many sessions there are", async ({ t }) => {
    const [asha, mona] = [await signsUp(t, "Asha"), await moderator(t)];
    await t.run(async (ctx) => {
      const session = { userId: asha.userId, expirationTime: Date.now() + HOUR };
      for (let n = 0; n < 350; n += 1) await ctx.db.insert("authSessions", session);
    });
    await t.mutation(internal.incidents.signOutEverybody, {});
    await settled(t);

    expect(await rowsIn(t, "authSessions")).toEqual([]);
    await expectRefusal(mona.query(api.moderator.queue, {}), "UNAUTHENTICATED");
    expect(await log(t)).toEqual([{ what: "everybodySignedOut" }]);
  });

  test("moves a person's photos to new addresses, which the person's card then shows", async () => {
    const { t, asha, ravi } = await pair();
    const old = await photoOf(asha);
    expect(await t.mutation(internal.incidents.movePhotos, { userId: asha.userId })).toBe(1);

    expect((await t.fetch(old)).status).toBe(404);
    const { profiles } = await ravi.query(api.swipes.deck, {});
    expect(new URL(profiles[0]!.photoURL).pathname).toBe(await photoOf(asha));
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect((await log(t))[0]).toEqual({ what: "photosMoved", about: asha.userId });
  });
});

describe("moderators from the command line", () => {
  test("are listed with the number of devices on which they are signed in", async ({ t }) => {
    const [mona, neil] = [await moderator(t), await moderator(t, "Neil")];
    await signedIn(t, neil.email, PASSWORD, "moderator");

    expect(await t.query(internal.moderator.list, {})).toMatchObject([
      { id: mona.userId, email: mona.email, signedIn: 1 },
      { id: neil.userId, email: neil.email, signedIn: 2 },
    ]);
  });

  test("are signed out at once when removed, and their decisions stay in the trail", async () => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const [mona, neil] = [await moderator(t), await moderator(t, "Neil")];
    const [report] = await mona.query(api.moderator.reports, {});
    await mona.mutation(api.moderator.claim, { item: report!._id });

    expect(await t.mutation(internal.moderator.remove, { email: ` ${mona.email.toUpperCase()} ` })).toBe(1);
    await expectRefusal(mona.query(api.moderator.queue, {}), "UNAUTHENTICATED");
    await expect(signedIn(t, mona.email, PASSWORD, "moderator")).rejects.toThrow();
    expect(await neil.query(api.moderator.claimed, {})).toEqual([]);
    expect(await neil.query(api.moderator.trail, {})).toMatchObject([
      { moderator: "a former moderator", ruling: "approved", name: "Ravi" },
      { moderator: "a former moderator", ruling: "approved", name: "Asha" },
    ]);
    expect((await log(t))[0]).toEqual({ what: "moderatorRemoved", about: mona.userId });
  });

  test("can be removed down to the last one, who gets a new account when created again", async ({ t }) => {
    const { email, userId } = await moderator(t);
    expect(await t.mutation(internal.moderator.remove, { email })).toBe(0);
    await t.action(internal.moderator.create, { email, password: PASSWORD });
    expect((await signedIn(t, email, PASSWORD, "moderator")).userId).not.toBe(userId);
  });

  test("are the only accounts that their command removes: attendees and unknown addresses are refused", async ({
    t,
  }) => {
    const asha = await signsUp(t, "Asha");
    for (const email of [asha.email, addressOf("Nobody")]) {
      await expectRefusal(
        t.mutation(internal.moderator.remove, { email }),
        "NOT_FOUND",
        "No moderator has this address.",
      );
    }
    expect((await signedIn(t, asha.email)).userId).toBe(asha.userId);
  });
});

/** Returns the log without the times, and without the entries about new moderators. */
async function log(t: Product, of: { about?: string; by?: string } = {}) {
  const entries = await t.query(internal.incidents.list, of);
  return entries.filter(({ what }) => what !== "moderatorMade").map(({ at: _, ...entry }) => entry);
}
