import type { Id } from "../../../convex/_generated/dataModel";
import { Outbox, type OutboxOptions } from "../../lib/outbox";
import { isObject, isText } from "../../lib/stored";

/** A decision that the deployment has not confirmed yet. */
export type QueuedSwipe = { profileId: Id<"users">; liked: boolean };
/** An undo of a decision that may already have arrived. `key` is new for each undo, even of the same person. */
export type QueuedUndo = { profileId: Id<"users">; undo: true; key: string };

/** Why a decision was refused: no swipes left today, a card that is no longer in this deck, or another reason. */
export type RefusalReason = "noneLeft" | "gone" | "refused";

export type Swipes = Outbox<QueuedSwipe | QueuedUndo, RefusalReason>;
type Options = Omit<OutboxOptions<QueuedSwipe | QueuedUndo, RefusalReason>, "keyOf" | "laneOf">;

/**
 * Queued decisions. Until the first one about a person has a result, later ones about them are ignored. Decisions are sent without waiting
 * for each other, so `send` must keep the order of its calls.
 */
export function swipesOutbox(options: Options): Swipes {
  return new Outbox({ ...options, keyOf, laneOf: keyOf });
}

/** Checks a stored entry. */
export function isEntry(value: unknown): value is QueuedSwipe | QueuedUndo {
  if (!isObject(value) || !isText(value["profileId"])) return false;
  return "undo" in value ? value["undo"] === true && isText(value["key"]) : typeof value["liked"] === "boolean";
}

export function isUndo(entry: QueuedSwipe | QueuedUndo): entry is QueuedUndo {
  return "undo" in entry;
}

/** Returns the key that identifies an entry in the outbox. */
export function keyOf(entry: QueuedSwipe | QueuedUndo): string {
  return isUndo(entry) ? `undo ${entry.key}` : entry.profileId;
}
