/**
 * Erases everybody, a few rows per transaction. It counts every table, draws canaries, erases, then counts and searches the remaining rows.
 * Each batch schedules the next, so a crash loses nothing. If the chain ever breaks, the cron resumes it.
 */
import { components, internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { canariesOf, drawCanaries, searchRows } from "./canaries";
import { FILES, isRetained, tables } from "./erasures";
import { erasureRunOf, calendarOf } from "../festival/festival";
import { recordIncident } from "../incidents";
import { addUp } from "../numbers/rollUp";
import { forgetBuyer } from "../payments/writing";

type Run = Doc<"erasureRuns">;
type Table = (typeof tables)[number];
/** Where a batch begins. Null: at the first row, or past the last. */
type Cursor = string | null;

export async function beginErasing(ctx: MutationCtx, closing: Id<"closings">): Promise<void> {
  const steps = tables.map((table) => ({ table, before: 0, erased: 0 }));
  const start = { phase: "count" as const, at: 0, cursor: null, turn: 0, movedAt: Date.now() };
  await ctx.db.insert("erasureRuns", { closing, ...start, steps, rounds: 0, found: [], texts: 0, left: 0 });
  await scheduleNext(ctx, closing, 0);
}

/** Schedules the next batch if nothing has moved for five minutes. */
export async function resumeErasing(ctx: MutationCtx, closing: Id<"closings">): Promise<void> {
  const run = await erasureRunOf(ctx, closing);
  if (run === null || run.phase === "done" || run.movedAt > Date.now() - STALLED_MS) return;
  await scheduleNext(ctx, closing, run.turn);
}

/** Runs batch number `turn`. Does nothing if another batch is next. */
export async function eraseNext(ctx: MutationCtx, id: Id<"closings">, turn: number): Promise<void> {
  const [closing, stored] = await Promise.all([ctx.db.get("closings", id), erasureRunOf(ctx, id)]);
  if (closing === null || stored === null || stored.phase === "done" || stored.turn !== turn) return;
  const run = { ...stored, steps: stored.steps.map((step) => ({ ...step })), found: [...stored.found] };
  // The second search belongs to a festival that is over. If the days have changed, there may already be new people.
  const isLaterFestival = closing.doneAt !== undefined && (await calendarOf(ctx)).lastDay !== closing.lastDay;
  if (isLaterFestival) return await end(ctx, closing, run);
  const processBatch = phases[stored.phase];
  for (let left = ROWS; left > 0 && run.at < tables.length;) {
    const step = run.steps[run.at];
    const table = tables[run.at];
    if (step === undefined || table === undefined) break;
    const batch = await rowsFrom(ctx, table, run.cursor, table === FILES ? Math.ceil(left / FILE_COST) : left);
    const next = await processBatch(ctx, run, step, table, batch);
    left -= batch.rows.length * (table === FILES ? FILE_COST : 1) + 1;
    run.cursor = next;
    if (next === null) run.at += 1;
  }
  if (run.at === tables.length) return await nextPhase(ctx, closing, run);
  await save(ctx, run);
  await scheduleNext(ctx, id, turn + 1);
}

/**
 * Searches the remaining rows again, eleven minutes after the end. By then every call that was running has ended. Once a second search has
 * found nothing, does nothing and returns false. By then the canaries are deleted, so another search would prove nothing. It would also
 * count rows saved since as left over.
 */
export async function searchAgain(ctx: MutationCtx, id: Id<"closings">): Promise<boolean> {
  const run = await erasureRunOf(ctx, id);
  if (run?.phase !== "done") return true;
  if ((run.proof?.picked ?? 0) > 0 && (await canariesOf(ctx, id)).length === 0) return false;
  await save(ctx, restart("check", run));
  await scheduleNext(ctx, id, run.turn + 1);
  return true;
}

/** Rows read and deleted per transaction. A file counts as several, because its bytes are deleted too. */
const ROWS = 400;
const FILE_COST = 4;
const STALLED_MS = 5 * 60_000;
/** An action may last ten minutes. */
const RECHECK_DELAY_MS = 11 * 60_000;
/** The most times the erasing starts over because rows were left. */
const MAX_ROUNDS = 5;

type Step = Run["steps"][number];
type Row = { _id: string; _creationTime: number };
/** Rows of a table. `next`: where the next batch begins if nothing is deleted, or null after the last. */
type Batch = { rows: Row[]; isLast: boolean; next: Cursor };

/** Processes a batch and changes `run` and `step`. Returns the cursor of the table's next batch. */
type ProcessBatch = (ctx: MutationCtx, run: Run, step: Step, table: Table, batch: Batch) => Promise<Cursor>;
const phases: Record<"count" | "erase" | "check", ProcessBatch> = {
  count: async (ctx, run, step, table, { rows, next }) => {
    await drawCanaries(ctx, run.closing, table, rows, step.before);
    step.before += rows.length;
    return next;
  },
  erase: async (ctx, _, step, table, { rows, isLast }) => {
    // Includes the tallies of the last minute.
    if (table === "tallies") await addUp(ctx, rows as Doc<"tallies">[]);
    for (const row of rows) {
      if (await isRetained(ctx, table, row)) continue;
      if (table !== "orders") step.erased += 1;
      if (table !== "tallies") await erase(ctx, table, row);
    }
    // Continues at the last row's own time: another row of that time may have been deleted.
    return isLast ? null : `${rows.at(-1)?._creationTime ?? 0} 0`;
  },
  check: async (ctx, run, step, table, { rows, next }) => {
    for (const row of rows) if (!(await isRetained(ctx, table, row))) run.left += 1;
    const { found, texts } = await searchRows(await canariesOf(ctx, run.closing), table, rows);
    run.found.push(...found.slice(0, MAX_FOUND - run.found.length));
    run.texts += texts;
    step.after = (step.after ?? 0) + rows.length;
    return next;
  },
};
/** The most found canaries that are listed. A single one already fails the proof. */
const MAX_FOUND = 100;

async function nextPhase(ctx: MutationCtx, closing: Doc<"closings">, run: Run): Promise<void> {
  if (run.phase === "check" && (run.left === 0 || run.rounds === MAX_ROUNDS)) return await end(ctx, closing, run);
  const phase = run.phase === "erase" ? "check" : "erase";
  // The counters of attempts, per account and per hashed address. The component clears them in its own batches.
  if (phase === "check") await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: Date.now() });
  await save(ctx, { ...restart(phase, run), rounds: run.phase === "check" ? run.rounds + 1 : run.rounds });
  await scheduleNext(ctx, closing._id, run.turn + 1);
}

function restart(phase: "erase" | "check", run: Run): Run {
  const start = { ...run, phase, at: 0, cursor: null };
  if (phase === "erase") return start;
  const steps = run.steps.map(({ table, before, erased }) => ({ table, before, erased }));
  return { ...start, steps, found: [], texts: 0, left: 0 };
}

async function end(ctx: MutationCtx, closing: Doc<"closings">, run: Run): Promise<void> {
  const now = Date.now();
  const canaries = await canariesOf(ctx, closing._id);
  const { found, texts, left } = run;
  const isFirst = closing.doneAt === undefined;
  const picked = canaries.length;
  await save(ctx, { ...run, phase: "done", proof: { at: now, picked, found, texts, left } });
  if (!isFirst) {
    // A canary that was found is searched for again after a clean-up.
    if (found.length === 0) for (const { _id } of canaries) await ctx.db.delete("closingCanaries", _id);
    return;
  }
  await ctx.db.patch("closings", closing._id, { doneAt: now });
  const sum = (value: (step: Step) => number) => run.steps.reduce((all, step) => all + value(step), 0);
  const before = sum((step) => step.before);
  const erased = sum((step) => step.erased);
  const after = sum((step) => step.after ?? 0);
  await recordIncident(ctx, "erased", {
    counts: { before, erased, after, left, searched: picked, found: found.length },
  });
  await ctx.scheduler.runAfter(RECHECK_DELAY_MS, internal.closing.verifyAgain, { closing: closing._id });
}

async function save(ctx: MutationCtx, { _id, _creationTime: _, ...run }: Run): Promise<void> {
  await ctx.db.replace("erasureRuns", _id, { ...run, turn: run.turn + 1, movedAt: Date.now() });
}

async function scheduleNext(ctx: MutationCtx, closing: Id<"closings">, turn: number): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.closing.next, { closing, turn });
}

/** Returns up to `limit` rows, oldest first. `cursor`: a creation time, and how many rows of that time were read already. */
async function rowsFrom({ db }: MutationCtx, table: Table, cursor: Cursor, limit: number): Promise<Batch> {
  const [from = 0, skipped = 0] = (cursor ?? "0 0").split(" ").map(Number);
  const query =
    table === FILES
      ? db.system.query(FILES).withIndex("by_creation_time", (q) => q.gte("_creationTime", from))
      : db.query(table as "users").withIndex("by_creation_time", (q) => q.gte("_creationTime", from));
  const all: Row[] = await query.take(skipped + limit);
  const isLast = all.length < skipped + limit;
  const time = all.at(-1)?._creationTime ?? from;
  const sameTime = all.filter(({ _creationTime }) => _creationTime === time).length;
  return { rows: all.slice(skipped), isLast, next: isLast ? null : `${time} ${sameTime}` };
}

async function erase(ctx: MutationCtx, table: Table, { _id }: { _id: string }): Promise<void> {
  if (table === FILES) await ctx.storage.delete(_id as Id<"_storage">);
  else if (table === "orders") await forgetBuyer(ctx, { _id: _id as Id<"orders"> });
  else await ctx.db.delete(table as "users", _id as Id<"users">);
}
