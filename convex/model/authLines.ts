/**
 * Who may hash a password now, and who waits. Members stand in a line of their own, so that nobody else's sign-ins keep them
 * waiting: an address is known from before once its owner has shown a mailed code, and made-up addresses cannot be. A line is
 * bounded, from its middle on a proof of work is asked for, and whoever brings one goes first. All of it is the state of one
 * process, which is what hashes. Where each call has a process of its own, as on the real service, nobody waits and no line is ever
 * full: there the budgets limit what is hashed (`throttle.ts`), which are rows that all processes share.
 */
import type { Infer } from "convex/values";
import type { signInLine } from "../validators";

export type LineName = Infer<typeof signInLine>;
/** How somebody stands in line. */
export interface Waiting {
  line: LineName;
  isProven: boolean;
}
type Wake = (slot: number) => void;

/**
 * How many may be in a line. Two hashes run at once and take a quarter of a second at most, so the last of forty members
 * waits five seconds, and somebody with a proof far less. The others are many more, but only few of them hash: they wait for
 * a timer each, and all at once.
 */
const MOST: Record<LineName, number> = { members: 40, others: 60 };
/** How long a full line takes to empty. */
const FULL_RETRY_MS = 6_000;

const inside: Record<LineName, number> = { members: 0, others: 0 };
/** The sleeping of each line, in the order in which they are woken. */
const asleep: Record<LineName, { proven: Wake[]; rest: Wake[] }> = {
  members: { proven: [], rest: [] },
  others: { proven: [], rest: [] },
};
/**
 * Whom each slot takes first. There are two, so that many hashes at once leave processor time for everybody's swipes. A slot
 * takes from the other line only when nobody waits in its own.
 */
const slots: LineName[] = ["members", "others"];
const free = new Set(slots.keys());

/** Goes into a line before anything is counted or looked at. The caller leaves it when it is done. */
export function enterLine({ line, isProven }: Waiting): "in" | "unproven" | { full: number } {
  const most = MOST[line];
  if (inside[line] >= most) return { full: FULL_RETRY_MS };
  if (inside[line] >= most / 2 && !isProven) return "unproven";
  inside[line] += 1;
  return "in";
}

export function leaveLine(line: LineName): void {
  inside[line] -= 1;
}

/** Runs a password hash as soon as it is its turn. */
export async function withHashSlot<T>({ line, isProven }: Waiting, work: () => Promise<T>): Promise<T> {
  const slot = freeSlot(line) ?? (await new Promise<number>((wake) => queueOf(line, isProven).push(wake)));
  try {
    return await work();
  } finally {
    passOn(slot);
  }
}

function freeSlot(line: LineName): number | undefined {
  const own = slots.indexOf(line);
  const slot = free.has(own) ? own : free.values().next().value;
  if (slot !== undefined) free.delete(slot);
  return slot;
}

function queueOf(line: LineName, isProven: boolean): Wake[] {
  return isProven ? asleep[line].proven : asleep[line].rest;
}

function passOn(slot: number): void {
  const [first, second] = slots[slot] === "members" ? [asleep.members, asleep.others] : [asleep.others, asleep.members];
  const next = first.proven.shift() ?? first.rest.shift() ?? second.proven.shift() ?? second.rest.shift();
  if (next === undefined) free.add(slot);
  else next(slot);
}
