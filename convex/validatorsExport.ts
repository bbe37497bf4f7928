/** The shapes of what somebody's data is put together from. Times are ISO texts, for people to read. */
import { v } from "convex/values";
import { freeFields, reviewedFields } from "./validators";
import { feature } from "./validatorsPayments";
import { pushKind } from "./validatorsPush";

const reviewed = reviewedFields.omit("photoIds");

/** What there is one or a few of. */
export const exportedFacts = v.object({
  account: v.object({
    id: v.string(),
    email: v.string(),
    since: v.string(),
    status: v.string(),
    rejectionReason: v.optional(v.string()),
    suspension: v.optional(v.object({ reason: v.string(), at: v.string() })),
  }),
  profile: v.union(
    reviewed.extend({ ...freeFields.fields, goldSince: v.optional(v.string()), vipSince: v.optional(v.string()) }),
    v.null(),
  ),
  waitingChange: v.union(reviewed, v.null()),
  notifications: v.object({ off: v.array(pushKind), showNames: v.boolean(), mailNewLikes: v.boolean() }),
  contactMessages: v.array(v.object({ subject: v.string(), message: v.string(), at: v.string() })),
  /** Whether they are at the festival, and their ticket, whose code is not stored. */
  atFestival: v.boolean(),
  ticket: v.union(
    v.object({ label: v.optional(v.string()), claimedAt: v.string(), arrivedAt: v.optional(v.string()) }),
    v.null(),
  ),
  /** Gold and VIP without an order. */
  byHand: v.array(v.object({ feature, at: v.string() })),
});

export const exportedPhoto = v.object({ storageId: v.id("_storage"), at: v.string() });

/** A page of rows. `next`: the cursor of the next one; null: that was the last. */
export const rowsPage = v.object({
  rows: v.array(v.record(v.string(), v.union(v.string(), v.number()))),
  next: v.union(v.string(), v.null()),
});
