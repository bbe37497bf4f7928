/**
 * Thirty people a second do the same thing, as on the first evening, on a model of the real service. Two overlapping mutations conflict
 * when one reads what the other writes. Each test lasts seconds here, and ten times as long in `npm run nightly`.
 */
import { expect, test, vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { crowd } from "../testing/crowd.testing";
import { endRequest, endSender, nextRequest, type MailRequest } from "../model/mails/sending";
import { pace } from "../model/outbox";
import { overlap, step, type Overlaps, type Step } from "../testing/overlaps.testing";
import { rowsIn, setupTest, type Product } from "../testing/product.testing";
import { profileInput } from "../testing/profiles.testing";
import { newBrowser } from "../testing/push.testing";
import { runs } from "../testing/runs.testing";

/** At this share of conflicts, the real service could stay this busy for a thousand years before one mutation failed. */
const MAX_CONFLICT_SHARE = 1 / 8;
const PER_SECOND = 30;
/** Eleven in a second would be ten thousand in a quarter of an hour. */
const OPENING = PER_SECOND / 2;
const EACH = runs(3) * PER_SECOND;
vi.setConfig({ testTimeout: EACH * 1_000 });

test("in the model, some of one person's ten changes in a third of a second conflict, and all succeed in the end", async () => {
  const t = began();
  const [asha] = await crowd(t, [{ gender: "female", interestedIn: "male" }]);
  const changes = Array.from({ length: 10 }, (_, i) => [
    step(asha!, api.swipes.setAtFestivalFirst, { wanted: i % 2 === 0 }),
  ]);
  const { mutations, failures, conflicts, over } = await overlap(PER_SECOND, changes);
  expect({ mutations, failures }).toEqual({ mutations: 10, failures: 0 });
  expect(conflicts).toBeGreaterThan(2);
  // The first row that such changes share is the write budget.
  expect(Object.keys(over)).toEqual(["rateLimits.name"]);
});

test("a crowd submits profiles and twenty moderators decide on them, with few conflicts and no failure", async () => {
  const t = began();
  const people = await accounts(t, EACH, { status: "none" });
  const staff = await accounts(t, 20, { kind: "moderator", status: "none" });
  const handIns = people.map(({ by, photoId }, i) => [
    step(by, api.profiles.create, { profile: { ...profileInput(`Person ${i}`), photoIds: [photoId] } }),
  ]);
  expectRareConflicts(await overlap(PER_SECOND, handIns));

  const waiting = await rowsIn(t, "submissions");
  const decisions = waiting.map(({ _id: id }, i) => [
    step(staff[i % staff.length]!.by, api.moderator.decide, { id, approved: true }),
  ]);
  expectRareConflicts(await overlap(PER_SECOND, decisions));
  const { waiting: left } = await t
    .withIdentity({ subject: staff[0]!.subject })
    .query(api.moderator.figures, { since: 0 });
  expect(left).toEqual({ all: 0, new: 0, edit: 0, known: 0, reported: 0 });
  expect((await rowsIn(t, "profileCounts")).reduce((sum, { approved }) => sum + approved, 0)).toBe(EACH);
});

test("one person is liked by a crowd and matches a third of it, with few conflicts and no failure", async () => {
  const t = began();
  const [asha] = await crowd(t, [{ gender: "female", interestedIn: "male" }]);
  const men = await accounts(t, EACH, { status: "approved" });
  await insertProfiles(t, men, { gender: "male", interestedIn: "female" });
  const { subscription } = await newBrowser();
  await asha!.mutation(api.push.subscribe, subscription);
  const likes = men.map(({ by, userId }, i) => {
    // She liked every third of them before.
    const like = step(by, api.swipes.swipe, { profileId: asha!.userId, liked: true });
    return { like, likedBefore: i % 3 === 0 ? userId : null };
  });
  await t.run(async (ctx) => {
    for (const { likedBefore } of likes) {
      if (likedBefore !== null) {
        await ctx.db.insert("swipes", { from: asha!.userId, to: likedBefore, decision: "like" });
        await ctx.db.insert("pendingLikes", { from: asha!.userId, to: likedBefore });
      }
    }
  });
  expectRareConflicts(
    await overlap(
      PER_SECOND,
      likes.map(({ like }) => [like]),
    ),
  );
  expect(await rowsIn(t, "matches")).toHaveLength(Math.ceil(EACH / 3));
});

test("a crowd orders and pays, with few conflicts and no failure", async () => {
  const t = began();
  const people = await accounts(t, EACH, { status: "approved" });
  await insertProfiles(t, people, { gender: "male", interestedIn: "female" });
  const feature = "unlimited_swipes";
  expectRareConflicts(
    await overlap(
      PER_SECOND,
      people.map(({ by }) => [step(by, internal.payments.reserve, { feature })]),
    ),
  );

  const paid = (await rowsIn(t, "orders")).map(({ orderId }) => [
    step(t, internal.payments.saveSession, { orderId, sessionId: `session ${orderId}` }),
    step(t, internal.payments.settle, { orderId }),
  ]);
  expectRareConflicts(await overlap(PER_SECOND, paid));
  const totals = await rowsIn(t, "orderTotals");
  const sold = totals.filter(({ day }) => day === "all").reduce((sum, { states }) => sum + states.paid.orders, 0);
  expect(sold).toBe(EACH);
});

test("on opening day a crowd asks for codes and each is mailed, with few conflicts and no failure", async () => {
  const t = began();
  Object.assign(pace, { perSecond: 4, settled: 100 });
  const hashes = { codeHash: "00".repeat(32), linkHash: "11".repeat(32), sealed: "22" };
  const calls = Array.from({ length: EACH / 2 }, (_, i): Step[] => {
    let request: MailRequest | null = null;
    const waits = step(t, internal.auth.useReset, { tokenHash: "00", secret: "" });
    return [
      step(t, internal.auth.queueCode, { email: `person${i}@college.test`, ...hashes, isProven: false }),
      { by: t, run: async (ctx) => (request = await nextRequest(asMutation(ctx), null)) },
      // The provider responds slowly.
      ...[waits, waits, waits, waits, waits, waits],
      { by: t, run: async (ctx) => request && (await accept(asMutation(ctx), request)) },
    ];
  });
  expectRareConflicts(await overlap(OPENING, calls));
  vi.setSystemTime(Date.now() + 60_000);
  await t.run(async (ctx) => {
    let left = await nextRequest(ctx, null);
    for (; left !== null; left = await nextRequest(ctx, null)) await accept(ctx, left);
  });
  expect([(await rowsIn(t, "codes")).length, await rowsIn(t, "outbox")]).toEqual([EACH / 2, []]);
});

test("on opening day a crowd signs up and each person gets a session, with few conflicts and no failure", async () => {
  const t = began();
  const given = { hash: "00".repeat(32), isLink: false };
  await t.run(async (ctx) => {
    const hashes = { codeHash: given.hash, linkHash: "11".repeat(32) };
    const code = { ...hashes, expiresAt: Date.now() + 600_000, triesLeft: 5, usesLeft: 5, queued: "sent" };
    for (let i = 0; i < EACH / 2; i += 1) await ctx.db.insert("codes", { email: `person${i}@college.test`, ...code });
  });
  const signUps = Array.from({ length: EACH / 2 }, (_, i): Step[] => {
    const email = `person${i}@college.test`;
    const to = { provider: "password", email } as const;
    return [
      step(t, internal.auth.checkCode, { email, given, isProven: false, codeHash: null }),
      step(t, internal.auth.makeAccount, { email, given, secret: "secret", codeHash: null }),
      step(t, internal.auth.startSignIn, { ...to, isProven: false }),
      step(t, internal.auth.open, { ...to, secret: "secret" }),
    ];
  });
  expectRareConflicts(await overlap(OPENING, signUps));
  expect(await rowsIn(t, "authSessions")).toHaveLength(EACH / 2);
});

function asMutation(ctx: Parameters<Step["run"]>[0]): MutationCtx {
  return ctx as unknown as MutationCtx;
}

async function accept(ctx: MutationCtx, { turn, isBatch, mails }: MailRequest): Promise<void> {
  const sent = mails.map(({ id }) => ({ id, outcome: "accepted" as const }));
  await endSender(ctx, turn, await endRequest(ctx, { isBatch, retryAfter: 0, sent }));
}

/** An empty product with fake timers and a deployment's rate limits. */
function began(): Product {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  return setupTest({ RATE_LIMIT_SCALE: "1" });
}

function expectRareConflicts({ mutations, conflicts, failures, refusals, over }: Overlaps): void {
  const summary = JSON.stringify({ mutations, conflicts, over });
  expect({ failures, refusals }, summary).toEqual({ failures: 0, refusals: 0 });
  expect(conflicts / mutations, summary).toBeLessThan(MAX_CONFLICT_SHARE);
}

type Account = Pick<Doc<"photos">, "userId"> & { subject: string; by: Pick<Product, "run"> } & Ids;
type Ids = { userId: Doc<"users">["_id"]; photoId: Doc<"photos">["_id"] };

/** Inserts signed-in people, each with a picture, because so many sign-ups would take too long. */
async function accounts(t: Product, count: number, fields: Partial<Doc<"users">>): Promise<Account[]> {
  const { kind = "user", status = "none" } = fields;
  const made = await t.run(async (ctx) => {
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const rows = [];
    for (let i = 0; i < count; i += 1) {
      const email = `${kind}${i}@college.test`;
      const userId = await ctx.db.insert("users", { kind, email, status, rejections: 0 });
      const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime: Date.now() + 86_400_000 });
      const file = { storageId, path: `/${i}` };
      const files = { large: file, middle: file, small: file };
      const photoId = await ctx.db.insert("photos", { userId, storageId, key: email, used: false, files });
      rows.push({ userId, photoId, subject: `${userId}|${sessionId}` });
    }
    return rows;
  });
  return made.map((row) => ({ ...row, by: t.withIdentity({ subject: row.subject }) }));
}

async function insertProfiles(
  t: Product,
  people: Ids[],
  fit: Pick<Doc<"profiles">, "gender" | "interestedIn">,
): Promise<void> {
  await t.run(async (ctx) => {
    for (const [i, { userId, photoId }] of people.entries()) {
      const { name, age, bio, instagramHandle, phoneNumber, drinking, smoking, hobbies } = profileInput(`Person ${i}`);
      const own = { name, age: age ?? 21, bio: bio ?? "", instagramHandle, phoneNumber, drinking, smoking, hobbies };
      await ctx.db.insert("profiles", { ...own, ...fit, userId, photoIds: [photoId] } as never);
    }
  });
}
