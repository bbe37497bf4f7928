/** How often a user gets notifications. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { resetLimit, spend } from "../throttle/limits";

const THREAD = "message-";

/** The tag by which notifications of one thread replace each other on a phone. */
export function threadTag(matchId: Id<"matches">): string {
  return `${THREAD}${matchId}`;
}

/** Returns when the next notification may go out, or null for at once. In one thread, at most one a minute. */
export async function paceUntil(ctx: MutationCtx, userId: Id<"users">, tag: string, now: number) {
  const thread = tag.startsWith(THREAD) ? await spend(ctx, "pushThread", keyOf(userId, tag)) : null;
  const wait = thread ?? (await spend(ctx, "push", userId));
  return wait === null ? null : now + wait;
}

/** Forgets the last notification of an ended thread. */
export async function forgetPace(ctx: MutationCtx, userId: Id<"users">, matchId: Id<"matches">): Promise<void> {
  await resetLimit(ctx, "pushThread", keyOf(userId, threadTag(matchId)));
}

function keyOf(userId: Id<"users">, tag: string): string {
  return `${userId} ${tag}`;
}
