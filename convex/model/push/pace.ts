/** How often somebody is told on their phones. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { resetLimit, spend } from "../throttle/limits";

const THREAD = "message-";

/** Notifications of words in one thread replace one another on a phone, by this. */
export function threadTag(matchId: Id<"matches">): string {
  return `${THREAD}${matchId}`;
}

/** Until when somebody who is told often waits; null: not at all. In one thread a minute passes between two. */
export async function paceUntil(ctx: MutationCtx, userId: Id<"users">, tag: string, now: number) {
  const thread = tag.startsWith(THREAD) ? await spend(ctx, "pushThread", keyOf(userId, tag)) : null;
  const wait = thread ?? (await spend(ctx, "push", userId));
  return wait === null ? null : now + wait;
}

/** Forgets when somebody was told of words in a thread that has ended. */
export async function forgetPace(ctx: MutationCtx, userId: Id<"users">, matchId: Id<"matches">): Promise<void> {
  await resetLimit(ctx, "pushThread", keyOf(userId, threadTag(matchId)));
}

function keyOf(userId: Id<"users">, tag: string): string {
  return `${userId} ${tag}`;
}
