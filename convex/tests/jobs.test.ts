/** The jobs that start other jobs, and only those with work. */
import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { DAY, freezeAtNoon, HOUR, MINUTE, pass } from "../testing/clock.testing";
import { addUp } from "../testing/numbers.testing";
import { applicant, approve, member, numbered } from "../testing/people.testing";
import { counters, runMailJob, settled, setupTest, type Product } from "../testing/product.testing";
import { limits } from "../shared/limits";
import { traced } from "../testing/traces.testing";

type Prepare = (ctx: MutationCtx, userId: Id<"users">) => Promise<unknown>;

beforeEach(freezeAtNoon);

describe("each minute", () => {
  test("an idle deployment starts no job, and reads two documents", async () => {
    const { t } = await idle();
    expect(await startedBy(t)).toEqual([]);
    const { documents, writes } = await traced(() => t.mutation(internal.jobs.startDue, {}));
    expect({ documents, writes }).toEqual({ documents: 2, writes: [] });
  });

  test.each<[string, Prepare, string]>([
    ["a mail is due", (ctx, userId) => queued(ctx, userId, "mail"), "outbox:retryDue"],
    ["a notification is due", (ctx, userId) => queued(ctx, userId, "push"), "outbox:retryDue"],
    ["an order is due", (ctx, userId) => order(ctx, userId), "payments:pollDue"],
    ["a newcomer has no number", (ctx, userId) => ctx.db.insert("unnumbered", { userId }), "swipes:numberNewcomers"],
    ["an event was counted", (ctx) => ctx.db.insert("tallies", { counts: { swipes: 1 } }), "numbers:rollUp"],
    ["a person was active", (ctx) => ctx.db.insert("activePeople", { who: 1, bucket: 0 }), "numbers:rollUp"],
  ])("when %s, its job starts", async (_, prepare, job) => {
    const { t, userId } = await idle();
    await t.run(async (ctx) => void (await prepare(ctx, userId)));
    pass(MINUTE);
    expect(await startedBy(t)).toContain(job);
  });

  test("a message to the organisers starts its deletion after a month", async () => {
    const { t } = await idle();
    const message = { name: "Zoya", email: "zoya@people.test", subject: "Hi", message: "Hello" };
    await t.run(async (ctx) => void (await ctx.db.insert("contactMessages", message)));
    expect(await startedBy(t)).toEqual([]);
    pass(31 * DAY);
    expect(await startedBy(t)).toEqual(["outbox:retryDue"]);
  });

  test("the figures are updated while a profile waits, and until its decision no longer counts for the estimate", async () => {
    const { t } = await idle();
    const ravi = await applicant(t, "Ravi");
    await rest(t);
    expect(await startedBy(t)).toEqual(["numbers:updateNow"]);
    await approve(t, ravi);
    await runMailJob(t);
    await rest(t);
    // The wait of a new profile is estimated from the last hour's decisions.
    expect(await startedBy(t)).toEqual(["numbers:updateNow"]);
    await settled(t);
    pass(2 * HOUR);
    expect(await startedBy(t)).toEqual(["numbers:updateNow"]);
    await settled(t);
    expect(await startedBy(t)).toEqual([]);
  });
});

test.each<[string, Prepare]>([
  ["codes", (ctx) => ctx.db.insert("codes", { ...code, expiresAt: Date.now() })],
  ["resets", (ctx, userId) => ctx.db.insert("resets", { userId, tokenHash: "1", expiresAt: Date.now(), usesLeft: 1 })],
  [
    "invitations",
    (ctx, by) => ctx.db.insert("invitations", { ...invitation, by, expiresAt: Date.now() - limits.invitationListedMs }),
  ],
  ["codeMails", (ctx) => ctx.db.insert("codeMails", { address: "1", sentAt: [], lastAt: Date.now() })],
  ["authSessions", (ctx, userId) => ctx.db.insert("authSessions", { userId, expirationTime: Date.now() })],
  [
    "authRefreshTokens",
    async (ctx, userId) => {
      const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime: Date.now() + DAY });
      await ctx.db.insert("authRefreshTokens", { sessionId, expirationTime: Date.now() });
    },
  ],
])("every ten minutes, expired rows of %s start their deletion, and nothing else starts", async (what, prepare) => {
  const { t, userId } = await idle();
  expect(await startedBy(t, internal.jobs.startDeletions)).toEqual([]);
  await t.run(async (ctx) => void (await prepare(ctx, userId)));
  pass(61 * MINUTE);
  expect(await startedBy(t, internal.jobs.startDeletions)).toEqual([`auth:deleteExpired ${what}`]);
});

test("rate limit counters are deleted after a day", async () => {
  const { t } = await idle();
  await t.action(api.auth.sendOtp, { email: "zoya@people.test" });
  expect(await counters(t)).not.toEqual([]);
  pass(25 * HOUR);
  await t.mutation(internal.jobs.deleteOldCounters, {});
  await settled(t);
  expect(await counters(t)).toEqual([]);
});

const code = { email: "zoya@people.test", codeHash: "1", linkHash: "2", triesLeft: 1, usesLeft: 1, queued: "3" };

const invitation = { email: "zoya@people.test", mailbox: "zoya@people.test", kind: "moderator", usesLeft: 1 } as const;

/** A deployment with one member, after two hours without an act. */
async function idle() {
  const t = setupTest();
  const { userId } = await member(t, "Asha");
  await numbered(t);
  pass(2 * HOUR);
  await rest(t);
  return { t, userId };
}

/** Lets the figures catch up, until their job has no more work. */
async function rest(t: Product): Promise<void> {
  for (let i = 0; i < 4; i += 1) await addUp(t, 6 * MINUTE);
}

/** Returns the functions that a job starts, each with its table. */
async function startedBy(t: Product, job = internal.jobs.startDue): Promise<string[]> {
  const known = new Set((await jobsIn(t)).map(({ _id }) => _id));
  await t.mutation(job, {});
  const started = (await jobsIn(t)).filter(({ _id }) => !known.has(_id));
  return started.map(({ name, args }) => [name, (args[0] as { what?: string }).what].filter(Boolean).join(" "));
}

async function jobsIn(t: Product) {
  return await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
}

async function queued(ctx: MutationCtx, userId: Id<"users">, channel: "mail" | "push") {
  const row = { userId, tries: 0, due: Date.now() };
  if (channel === "mail") return await ctx.db.insert("outbox", { ...row, channel, mail: { kind: "approval", userId } });
  return await ctx.db.insert("outbox", { ...row, channel, notification: { kind: "match", tag: "match", count: 1 } });
}

async function order(ctx: MutationCtx, userId: Id<"users">) {
  const row = { orderId: "1", feature: "vip_boost", amount: 9_900, currency: "INR", status: "open" } as const;
  return await ctx.db.insert("orders", { ...row, day: "2025-12-18", userId, dueAt: Date.now() });
}
