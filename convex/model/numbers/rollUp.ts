/**
 * The job that runs each minute and adds tallies to their hour, their festival day and the number of active people. Only this job writes
 * those rows, so their readers rerun once a minute, however many people swipe.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { dayOfHour, localHour, totalOf, type Counts } from "../../shared/numbers";
import { calendarOf } from "../festival/festival";
import { BUCKET_MS, bucketOf } from "./numbers";
import { deleteRows, writeSingle } from "../rows/writing";
import { recordServices } from "../status";

type Tally = Doc<"tallies">;
type Span = Doc<"counts">["span"];

/** True if there are tallies to add up, or people to count as active. */
export async function hasActivity(ctx: QueryCtx): Promise<boolean> {
  if ((await ctx.db.query("activePeople").first()) !== null) return true;
  return (await settledTallies(ctx, Date.now() - SETTLED_MS).first()) !== null;
}

/** Adds up a batch, and schedules the next one while there are more. */
export async function rollUp(ctx: MutationCtx): Promise<void> {
  const until = Date.now() - SETTLED_MS;
  const tallies = await settledTallies(ctx, until).take(BATCH);
  await recordStart(ctx, tallies[0]?._creationTime ?? Date.now());
  const people = await recordPeople(ctx, tallies, bucketOf(until));
  await recordServices(ctx, tallies);
  await addUp(ctx, tallies, people);
  if (tallies.length === BATCH) return void (await ctx.scheduler.runAfter(0, internal.numbers.rollUp, {}));
  await ctx.scheduler.runAfter(0, internal.numbers.updateNow, { people });
}

/** Adds tallies to their hours and days, and deletes them. `people`: how many are active. */
export async function addUp(ctx: MutationCtx, tallies: Tally[], people = 0): Promise<void> {
  const { timeZone } = await calendarOf(ctx);
  for (const [hour, hourTallies] of groupBy(tallies, ({ _creationTime }) => localHour(timeZone, _creationTime))) {
    const counts = totalOf(hourTallies.map((tally) => tally.counts));
    await addTo(ctx, "hour", hour, counts, people);
    await addTo(ctx, "day", dayOfHour(hour), counts, people);
  }
  for (const { _id } of tallies) await ctx.db.delete("tallies", _id);
}

/** Rows per transaction. Few, since on a single machine every swipe waits for it. */
const BATCH = 250;
/**
 * Milliseconds. A transaction that began earlier may still insert rows with earlier times. Reading so recent a range would make the job and
 * a swipe conflict.
 */
const SETTLED_MS = 5_000;

function settledTallies({ db }: QueryCtx, until: number) {
  return db.query("tallies").withIndex("by_creation_time", (q) => q.lt("_creationTime", until));
}

/** Records who was active. Returns the number of active users: the larger of this bucket and the previous one. */
async function recordPeople(ctx: MutationCtx, tallies: Tally[], currentBucket: number): Promise<number> {
  const row = await ctx.db.query("activity").first();
  const first = bucketOf(tallies[0]?._creationTime ?? currentBucket * BUCKET_MS);
  let activity = { bucket: row?.bucket ?? first, people: row?.people ?? 0, before: row?.before ?? 0 };
  for (const [bucket, bucketTallies] of groupBy(tallies, ({ _creationTime }) => bucketOf(_creationTime))) {
    activity = advanceTo(activity, bucket);
    const users = new Set(bucketTallies.flatMap((tally) => (tally.who === undefined ? [] : [tally.who])));
    for (const user of bucket < activity.bucket ? [] : users) {
      if (await isNewIn(ctx, user, bucket)) activity.people += 1;
    }
  }
  // Without activity nothing changes, so nothing is written at night.
  if (activity.people > 0 || activity.before > 0) activity = advanceTo(activity, currentBucket);
  await writeSingle(ctx, "activity", row, activity);
  const before = activity.bucket - 1;
  const old = ctx.db.query("activePeople").withIndex("by_bucket", (q) => q.lt("bucket", before));
  await deleteRows(ctx, "activePeople", old, BATCH);
  return Math.max(activity.people, activity.before);
}

type Activity = { bucket: number; people: number; before: number };

/** Returns the activity at the start of a later bucket. */
function advanceTo({ bucket, people, before }: Activity, to: number): Activity {
  if (to <= bucket) return { bucket, people, before };
  return { bucket: to, people: 0, before: to === bucket + 1 ? people : 0 };
}

/** True if a user was not yet seen in this bucket. */
async function isNewIn(ctx: MutationCtx, who: number, bucket: number): Promise<boolean> {
  const row = await getOneFrom(ctx.db, "activePeople", "by_who", who);
  if (row === null) await ctx.db.insert("activePeople", { who, bucket });
  else if (row.bucket < bucket) await ctx.db.patch("activePeople", row._id, { bucket });
  return row === null || row.bucket < bucket;
}

async function addTo(ctx: MutationCtx, span: Span, at: number, counts: Counts, people: number): Promise<void> {
  const row = await ctx.db
    .query("counts")
    .withIndex("by_span_and_at", (q) => q.eq("span", span).eq("at", at))
    .unique();
  const sum = { counts: totalOf([row?.counts ?? {}, counts]), people: Math.max(row?.people ?? 0, people) };
  if (row === null) await ctx.db.insert("counts", { span, at, ...sum });
  else await ctx.db.patch("counts", row._id, sum);
}

/** Records when counting began. */
async function recordStart(ctx: MutationCtx, since: number): Promise<void> {
  if ((await ctx.db.query("numbersNow").first()) !== null) return;
  const nothing = { people: 0, mailsWaiting: 0, profilesWaiting: 0, oldestProfile: null };
  await ctx.db.insert("numbersNow", { since, ...nothing });
}

/** Groups in order of first appearance. */
function groupBy(tallies: Tally[], key: (tally: Tally) => number): Map<number, Tally[]> {
  const groups = new Map<number, Tally[]>();
  for (const tally of tallies) {
    const group = groups.get(key(tally)) ?? [];
    group.push(tally);
    groups.set(key(tally), group);
  }
  return groups;
}
