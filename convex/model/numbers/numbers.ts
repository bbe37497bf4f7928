/**
 * Counting. What happens is counted in the transaction in which it happens, by a row of its own: nothing is read, and no two
 * people write the same row. A job adds the rows up: `numbers/rollUp.ts`.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isDemoAddress } from "../../shared/demo";
import type { Counts } from "../../shared/numbers";

/** Counts what an attendee did, who therefore is there. Staff and demo people are not counted. */
export async function countFor(ctx: MutationCtx, userId: Id<"users">, counts: Partial<Counts>): Promise<void> {
  if (await isCounted(ctx, userId)) await ctx.db.insert("tallies", { counts, who: numberOf(userId) });
}

/** Whether an account is of an attendee: not of the staff, and not of a demo person, whose rehearsal leaves no trace. */
export async function isCounted(ctx: Pick<MutationCtx, "db">, userId: Id<"users">): Promise<boolean> {
  const user = await ctx.db.get("users", userId);
  return user?.kind === "user" && !isDemoAddress(user.email);
}

/** Counts what nobody's being there follows from. */
export async function count(ctx: MutationCtx, counts: Partial<Counts>): Promise<void> {
  await ctx.db.insert("tallies", { counts });
}

/** Notes that somebody has opened the app. */
export async function noteThere(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  await countFor(ctx, userId, {});
}

/** Whether a user did something in the last minutes. */
export async function isThere(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  const row = await ctx.db
    .query("activePeople")
    .withIndex("by_who", (q) => q.eq("who", numberOf(userId)))
    .unique();
  return row !== null && row.stretch >= stretchOf(Date.now()) - 1;
}

/** The stretch of five minutes that a time (ms) is in. */
export function stretchOf(at: number): number {
  return Math.floor(at / STRETCH);
}

export const STRETCH = 5 * 60_000;

/**
 * A number of 48 bits by which people are told apart for minutes, so that no id of theirs outlives their account. Two of 100,000 people
 * share one once in 56,000 times.
 */
export function numberOf(userId: string): number {
  return hash(userId, 0x811c9dc5) * 0x10000 + (hash(userId, 0x01000193) >>> 16);
}

/** FNV-1a, of 32 bits. */
function hash(text: string, start: number): number {
  let sum = start;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
