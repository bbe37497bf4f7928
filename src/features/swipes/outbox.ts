import type { Id } from "../../../convex/_generated/dataModel";
import { Outbox, type OutboxOptions } from "../../lib/outbox";

/** A decision that the deployment has not confirmed yet. */
export type QueuedSwipe = { profileId: Id<"users">; liked: boolean };
/** A decision that is taken back, which may have arrived already. `key`: each time is another, also about the same person. */
export type QueuedUndo = { profileId: Id<"users">; undo: true; key: string };

/** Why a decision does not stand: no swipes were left today, or the deployment refused it for another reason. */
export type RefusalReason = "noneLeft" | "refused";

export type Swipes = Outbox<QueuedSwipe | QueuedUndo, RefusalReason>;
type Options = Omit<OutboxOptions<QueuedSwipe | QueuedUndo, RefusalReason>, "keyOf" | "laneOf">;

/**
 * Decisions on their way to the deployment: the first one about a person holds until it is answered. They do not wait for each
 * other's answers, so `send` must keep the order of its calls.
 */
export function swipesOutbox(options: Options): Swipes {
  return new Outbox({ ...options, keyOf, laneOf: keyOf });
}

export function isUndo(entry: QueuedSwipe | QueuedUndo): entry is QueuedUndo {
  return "undo" in entry;
}

/** By which the outbox knows an entry. */
export function keyOf(entry: QueuedSwipe | QueuedUndo): string {
  return isUndo(entry) ? `undo ${entry.key}` : entry.profileId;
}
