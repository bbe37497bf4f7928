/**
 * Counting. What happens is counted in the transaction in which it happens, by a row of its own: nothing is read, and no two
 * people write the same row. A job adds the rows up: `numbersRollUp.ts`.
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Counts } from "../shared/numbers";

/** Counts what an attendee did, who therefore is there. */
export async function countFor(ctx: MutationCtx, userId: Id<"users">, counts: Partial<Counts>): Promise<void> {
  await ctx.db.insert("tallies", { counts, who: numberOf(userId) });
}

/** Counts what nobody's being there follows from. */
export async function count(ctx: MutationCtx, counts: Partial<Counts>): Promise<void> {
  await ctx.db.insert("tallies", { counts });
}

/** Notes that somebody has opened the app. The staff are not counted. */
export async function noteThere(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user?.kind === "user") await countFor(ctx, userId, {});
}

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
