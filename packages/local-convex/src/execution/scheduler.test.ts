import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ENDLESS, startCore, startCoreWith, type TestCore } from "../../testing/core";
import { Database } from "../database/database";
import { Transaction } from "../database/transaction";
import { JOBS as JOB_TABLE, Scheduler, type JobRunner } from "./scheduler";

const JOBS = `
import { actionGeneric as action, internalActionGeneric as internalAction, internalMutationGeneric as internalMutation, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
export const mark = internalMutation({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.db.insert("marks", args); } });
export const fails = internalMutation({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.db.insert("marks", args); throw new Error("on purpose"); } });
export const act = internalAction({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.runMutation("jobs:mark", args); } });
export const slow = internalAction({ args: { text: v.string() }, handler: async (ctx, args) => {
  await ctx.runMutation("jobs:mark", args);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
} });
export const spins = internalMutation({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.db.insert("marks", args); for (;;); } });
export const later = mutation({ args: { fn: v.string(), text: v.string(), ms: v.number() }, handler: async (ctx, { fn, text, ms }) => ctx.scheduler.runAfter(ms, fn, { text }) });
export const laterThenFail = mutation({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.scheduler.runAfter(0, "jobs:mark", args); throw new Error("no"); } });
export const fromAction = action({ args: { text: v.string() }, handler: async (ctx, args) => ctx.scheduler.runAfter(0, "jobs:mark", args) });
export const cancel = mutation({ args: { id: v.string() }, handler: async (ctx, { id }) => ctx.scheduler.cancel(id) });
export const cancelled = mutation({ args: { text: v.string() }, handler: async (ctx, { text }) => {
  const id = await ctx.scheduler.runAt(Date.now(), "jobs:mark", { text });
  await ctx.scheduler.runAt(Date.now() - 1_000, "jobs:cancel", { id });
  return id;
} });
export const state = query({ args: { id: v.string() }, handler: async (ctx, { id }) => (await ctx.db.system.get(id))?.state });
export const lateness = query({ args: { id: v.string(), text: v.string() }, handler: async (ctx, { id, text }) => {
  const mark = (await ctx.db.query("marks").collect()).find((one) => one.text === text);
  return mark._creationTime - (await ctx.db.system.get(id)).scheduledTime;
} });
export const marks = query({ args: { text: v.string() }, handler: async (ctx, { text }) => (await ctx.db.query("marks").collect()).filter((one) => one.text === text).length });
export const tooMany = mutation({ args: {}, handler: async (ctx) => { for (let i = 0; i < 1001; i++) await ctx.scheduler.runAfter(1e6, "jobs:mark", { text: "x" }); } });
`;
const CRONS = `
import { cronJobs } from "convex/server";
const crons = cronJobs();
crons.interval("tick", { seconds: 1 }, "jobs:mark", { text: "cron" });
export default crons;
`;

// A time limit for busy machines, not a measurement. A spinning function ends after 0.9 s of processor time.
const LONGEST_MS = 25_000;
const DAY_MS = 86_400_000;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "jobs.ts": JOBS });
});
afterAll(() => t.core.stop());

const never = () => Promise.reject(new Error("No job is due."));
const marks = (text: string) => t.query("jobs:marks", { text });
const later = (fn: string, text: string, ms = 0) => t.mutation("jobs:later", { fn, text, ms }) as Promise<string>;
const ended = (id: string, kind: string) =>
  vi.waitFor(async () => expect(await t.query("jobs:state", { id })).toMatchObject({ kind }), LONGEST_MS);

test("a scheduled mutation runs once, at its time", async () => {
  const id = await later("jobs:mark", "once", 150);
  await ended(id, "success");
  expect(await marks("once")).toBe(1);
  expect(await t.query("jobs:lateness", { id, text: "once" })).toBeGreaterThanOrEqual(0);
  const inAnHour = await later("jobs:mark", "in an hour", 3_600_000);
  expect(await t.query("jobs:state", { id: inAnHour })).toEqual({ kind: "pending" });
  expect(await marks("in an hour")).toBe(0);
});

test("a scheduled action runs", async () => {
  await ended(await later("jobs:act", "action"), "success");
  expect(await marks("action")).toBe(1);
});

test("a scheduled mutation that fails stores its error and none of its writes", async () => {
  const id = await later("jobs:fails", "failed");
  await ended(id, "failed");
  expect(await t.query("jobs:state", { id })).toMatchObject({ error: expect.stringContaining("on purpose") });
  expect(await marks("failed")).toBe(0);
});

test("a function scheduled by a failed mutation never runs", async () => {
  await expect(t.mutation("jobs:laterThenFail", { text: "undone" })).rejects.toThrow("no");
  await ended(await later("jobs:mark", "behind"), "success");
  expect(await marks("undone")).toBe(0);
});

test("a cancelled job does not run", async () => {
  const id = await later("jobs:mark", "cancelled", 100);
  await t.mutation("jobs:cancel", { id });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await marks("cancelled")).toBe(0);
  expect(await t.query("jobs:state", { id })).toEqual({ kind: "canceled" });
});

test("a due job that an earlier job of the same moment cancels does not run", async () => {
  const id = (await t.mutation("jobs:cancelled", { text: "cancelled by a job" })) as string;
  await ended(id, "canceled");
  await ended(await later("jobs:mark", "behind them"), "success");
  expect(await marks("cancelled by a job")).toBe(0);
});

test("an action can schedule a function", async () => {
  const id = (await t.action("jobs:fromAction", { text: "by action" })) as string;
  await ended(id, "success");
});

test("a mutation that schedules more than a thousand jobs is refused", async () => {
  await expect(t.mutation("jobs:tooMany")).rejects.toThrow("Too many functions scheduled");
});

test("after a restart, due jobs run, and an interrupted action counts as failed", async () => {
  const waiting = await later("jobs:mark", "over night", 300);
  const action = await later("jobs:slow", "interrupted");
  await ended(action, "inProgress");
  await vi.waitFor(async () => expect(await marks("interrupted")).toBe(1), LONGEST_MS);
  await t.core.stop();
  t = await startCore(t.dir, ENDLESS);
  await ended(action, "failed");
  await ended(waiting, "success");
  expect(await marks("over night")).toBe(1);
  expect(await marks("interrupted")).toBe(1);
});

test("a job is forgotten a week after it ended, however long it waited", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const database = new Database(join(mkdtempSync(join(tmpdir(), "jobs-")), "data.sqlite"));
  onTestFinished(() => database.close());
  database.catalog.createTable("", JOB_TABLE);
  const write: JobRunner["write"] = async (work) => {
    database.begin();
    const result = await work(new Transaction(database, { writable: true, reads: null }));
    database.commit();
    return result;
  };
  const scheduler = new Scheduler(database, { write, isAction: () => false, mutation: never, action: never });
  const schedule = (days: number) =>
    write((tx) => scheduler.schedule(tx, "", { component: "", path: "a:b" }, Date.now() + days * DAY_MS, "{}"));
  const cancel = (id: string) => write((tx) => scheduler.cancel(tx, "", id));
  const isKnown = (id: string) => write((tx) => tx.get("", id, JOB_TABLE, true) !== null);
  const restartIn = async (days: number) => {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    await scheduler.start(null);
    scheduler.stop();
  };

  const [early, late] = [await schedule(30), await schedule(30)];
  await cancel(early);
  await restartIn(6);
  expect(await isKnown(early)).toBe(true);
  await cancel(late);
  await restartIn(2);
  expect([await isKnown(early), await isKnown(late)]).toEqual([false, true]);
  await restartIn(6);
  expect(await isKnown(late)).toBe(false);
});

test("an endless scheduled mutation fails and leaves no writes", async () => {
  const id = await later("jobs:spins", "spinning");
  await vi.waitFor(
    async () => expect(await t.query("jobs:state", { id })).toMatchObject({ kind: "failed" }),
    4 * LONGEST_MS,
  );
  expect(await marks("spinning")).toBe(0);
}, 120_000);

test("a new interval's first run has the code of the push that brings it", async () => {
  const added = CRONS.replace("seconds: 1 }", "hours: 1 }").replaceAll("jobs:mark", "added:mark");
  await t.push({ "jobs.ts": JOBS, "added.ts": JOBS, "crons.ts": added });
  await vi.waitFor(async () => expect(await marks("cron")).toBe(1), LONGEST_MS);
});

test("a cron job runs repeatedly, until a push without it", async () => {
  await t.push({ "jobs.ts": JOBS, "crons.ts": CRONS });
  await vi.waitFor(async () => expect(await marks("cron")).toBeGreaterThanOrEqual(3), LONGEST_MS);
  await t.push({ "jobs.ts": JOBS });
  const before = await marks("cron");
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(await marks("cron")).toBe(before);
});
