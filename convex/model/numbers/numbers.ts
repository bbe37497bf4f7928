/**
 * Counting. Each event is counted in its own transaction, by inserting a row. Nothing is read, and no two people write the same row. A job
 * adds the rows up: `numbers/rollUp.ts`.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isDemoAddress } from "../../shared/demo";
import type { Counts } from "../../shared/numbers";

/** Counts an attendee's action, which also marks them as active. Staff and demo people are not counted. */
export async function countFor(ctx: MutationCtx, user: User, counts: Partial<Counts>): Promise<void> {
  if (isCounted(user)) await ctx.db.insert("tallies", { counts, who: hashUserId(user._id) });
}

type User = Pick<Doc<"users">, "_id" | "kind" | "email">;

/** True for attendees. False for staff, and for demo people, whose rehearsal must leave no trace. */
export function isCounted({ kind, email }: User): boolean {
  return kind === "user" && !isDemoAddress(email);
}

/** Counts an event that marks nobody as active. */
export async function count(ctx: MutationCtx, counts: Partial<Counts>): Promise<void> {
  await ctx.db.insert("tallies", { counts });
}

export async function recordActive(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user !== null) await countFor(ctx, user, {});
}

/** True if a user did something in this five-minute bucket or the one before. */
export async function isActive(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  const row = await getOneFrom(ctx.db, "activePeople", "by_who", hashUserId(userId));
  return row !== null && row.bucket >= bucketOf(Date.now()) - 1;
}

/** Returns the five-minute bucket of a time (ms). */
export function bucketOf(at: number): number {
  return Math.floor(at / BUCKET_MS);
}

export const BUCKET_MS = 5 * 60_000;

/**
 * Returns a 48-bit number that identifies a user in rows kept for minutes, so that no id outlives their account. The chance that any two of
 * 100,000 people share a number is 1 in 56,000.
 */
export function hashUserId(userId: string): number {
  return fnv1a(userId, 0x811c9dc5) * 0x10000 + (fnv1a(userId, 0x01000193) >>> 16);
}

/** FNV-1a, 32 bits. */
function fnv1a(text: string, seed: number): number {
  let sum = seed;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
