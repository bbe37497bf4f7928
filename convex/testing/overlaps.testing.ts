/**
 * A model of how the Convex service runs overlapping mutations. Each begins on a snapshot. Its commit is invalid if another mutation has
 * committed since and wrote a document or into an index range that this one read. Then it runs again after a pause, at most four times. The
 * model runs a mutation at commit time and checks its reads in the same way. If they did not change, the mutation does the same on both
 * states. So the results are those of the snapshot.
 */
import type { FunctionArgs, FunctionReference } from "convex/server";
import { vi } from "vitest";
import type { Product } from "./product.testing";
import { recording, type Reading, type Written } from "./readRanges.testing";

type Runner = Pick<Product, "run">;
/** One mutation of one person. */
export type Step = { by: Runner; run: (ctx: Ctx) => Promise<unknown> };
type Mutation = FunctionReference<"mutation", "public" | "internal">;
type Ctx = { runMutation: (ref: Mutation, args: object) => Promise<unknown> };

export type Overlaps = {
  /** The number of mutations called, and how many never committed. */
  mutations: number;
  failures: number;
  /** Failed attempts, with the changed index or document that each had read: `table.index`, or the document's table. */
  conflicts: number;
  over: Record<string, number>;
  /** Mutations that refused with an error. */
  refusals: number;
};

/** Returns a mutation for `overlap`. */
export function step<Ref extends Mutation>(by: Runner, ref: Ref, args: FunctionArgs<Ref>): Step {
  return { by, run: async (ctx) => await ctx.runMutation(ref, args as object) };
}

/**
 * Begins `perSecond` calls a second. Each call is a list of mutations, one after the other. A mutation takes 20 to 50 ms. Needs fake
 * timers.
 */
export async function overlap(perSecond: number, calls: Step[][]): Promise<Overlaps> {
  const random = numbersFrom(7);
  const chance = vi.spyOn(Math, "random").mockImplementation(random);
  const start = Date.now();
  const commits: Commit[] = [];
  const sum: Overlaps = { mutations: 0, failures: 0, conflicts: 0, over: {}, refusals: 0 };
  const begun = (steps: Step[], at: number, attempt = 1): Attempt => {
    return { steps, attempt, begins: at, commits: at + 20 + 30 * random() };
  };
  // Calls begin at random moments, as people do.
  const open = calls.map((steps, i) => begun(steps, start + ((i + random()) * 1_000) / perSecond));
  while (open.length > 0) {
    const next = takeFirst(open);
    const [current, ...later] = next.steps;
    if (current === undefined) continue;
    vi.setSystemTime(next.commits);
    const ended = await attempted(current, next, commits);
    if (ended.touched !== null) {
      sum.conflicts += 1;
      sum.over[ended.touched] = (sum.over[ended.touched] ?? 0) + 1;
      const pause = Math.min(2_000, 100 * 2 ** (next.attempt - 1)) * random();
      if (next.attempt <= RETRIES) open.push(begun(next.steps, next.commits + pause, next.attempt + 1));
      else sum.failures += 1;
    } else {
      commits.push({ at: next.commits, writes: ended.writes });
      if (later.length > 0) open.push(begun(later, next.commits));
    }
    if (next.attempt === 1) sum.mutations += 1;
    if (ended.isRefused) sum.refusals += 1;
  }
  chance.mockRestore();
  return sum;
}

/** The service's number of retries. */
const RETRIES = 4;

type Attempt = { steps: Step[]; attempt: number; begins: number; commits: number };
type Commit = { at: number; writes: Written[] };
type Ended = { touched: string | null; isRefused: boolean; writes: Written[] };

/** Runs a mutation, and rolls it back if it is not valid. */
async function attempted({ by, run }: Step, { begins }: Attempt, commits: Commit[]): Promise<Ended> {
  const meanwhile = commits.filter(({ at }) => at > begins).flatMap(({ writes }) => writes);
  const reading: Reading = { documents: new Set(), ranges: [], writes: [] };
  let touched: string | null = null;
  let isRefused = false;
  await by
    .run(async (ctx) => {
      const refused = await recording(reading, async () => {
        await run(ctx as unknown as Ctx).catch(() => (isRefused = true));
        return isRefused;
      });
      touched = reading.ranges.find((range) => meanwhile.some((write) => range.isChangedBy(write)))?.name ?? null;
      touched ??= meanwhile.find(({ id }) => reading.documents.has(id))?.table ?? null;
      if (touched !== null || refused) throw new Error("taken back");
      return null;
    })
    .catch((error: Error) => {
      if (!error.message.includes("taken back")) throw error;
    });
  return { touched, isRefused: isRefused && touched === null, writes: isRefused ? [] : reading.writes };
}

function takeFirst(open: Attempt[]): Attempt {
  const first = open.reduce((one, other) => (other.commits < one.commits ? other : one));
  open.splice(open.indexOf(first), 1);
  return first;
}

/** Returns random numbers that are the same in each run, so that no test depends on chance. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
