import { v } from "convex/values";
import { staffKind } from "./staff";

/** Ids of deleted accounts, and the time (ms) of the last one. The next call continues from there. */
export const deletions = v.object({ ids: v.array(v.string()), until: v.number() });

/** The account that was deleted again. Null: no account with that id came back. Attendees are not named. */
export const removedAgain = v.union(v.literal("attendee"), v.object({ email: v.string(), kind: staffKind }), v.null());

export const restoreReport = v.object({
  /** How many rows of each kind were ended or deleted. */
  ended: v.record(v.string(), v.number()),
  removed: v.array(v.union(v.literal("attendee"), v.object({ email: v.string(), kind: staffKind }))),
  /** The current staff, with the passwords and second factors of the backup. */
  staff: v.array(v.object({ email: v.string(), kind: staffKind, secondFactor: v.boolean() })),
});
