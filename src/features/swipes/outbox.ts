import type { Id } from "../../../convex/_generated/dataModel";
import { Outbox, type OutboxOptions } from "../../lib/outbox";

/** A decision that the deployment has not confirmed yet. */
export type QueuedSwipe = { profileId: Id<"users">; liked: boolean };

/** Why a decision does not stand: no swipes were left today, or the deployment refused it for another reason. */
export type RefusalReason = "noneLeft" | "refused";

export type Swipes = Outbox<QueuedSwipe, RefusalReason>;

/**
 * Decisions on their way to the deployment: the first one about a person holds until it is answered. They do not wait for each
 * other's answers, so `send` must keep the order of its calls.
 */
export function swipesOutbox(options: Omit<OutboxOptions<QueuedSwipe, RefusalReason>, "keyOf" | "laneOf">): Swipes {
  return new Outbox({ ...options, keyOf: ({ profileId }) => profileId, laneOf: ({ profileId }) => profileId });
}
