/** How long password checks took lately, and waiting as long. The state of one process, which is where they are measured. */
import type { LineName } from "./authLines";

interface Times {
  /** Of the last checks, in milliseconds. */
  took: number[];
  measuredAt: number;
  /** The measurement that runs. */
  measuring: Promise<void> | null;
}

/** Enough of them that their spread is that of the checks, few enough that they are recent. */
const KEPT = 32;
const FRESH_MS = 60_000;

const times: Record<LineName, Times> = { members: empty(), others: empty() };

/** Runs a check and keeps how long it took. */
export async function timed<T>(line: LineName, check: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await check();
  const own = times[line];
  own.took = [...own.took.slice(1 - KEPT), Date.now() - began];
  own.measuredAt = Date.now();
  return result;
}

/** Waits as long as a recent check took, drawn by chance. Without a recent one, one caller measures, and no other does. */
export async function likeRecent(line: LineName, check: () => Promise<void>): Promise<void> {
  const own = times[line];
  const isFresh = Math.abs(Date.now() - own.measuredAt) < FRESH_MS;
  if (!isFresh && own.measuring === null) {
    own.measuring = timed(line, check).finally(() => (own.measuring = null));
    return await own.measuring;
  }
  if (own.took.length === 0 && own.measuring !== null) return await own.measuring;
  const drawn = own.took[Math.floor(Math.random() * own.took.length)] ?? 0;
  await new Promise((resolve) => setTimeout(resolve, drawn));
}

/** Forgets what was measured, for tests. */
export function forgetTimes(): void {
  for (const line of ["members", "others"] as const) times[line] = empty();
}

function empty(): Times {
  return { took: [], measuredAt: -Infinity, measuring: null };
}
