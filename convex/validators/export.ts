/** The shapes of a data export. Times are ISO strings, for people to read. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { perField } from "../shared/prices";
import { freeFields, moderationStatus, reviewedTexts, versionKind, versionStatus } from "./common";
import { mailKind } from "./mail";
import { reportKind } from "./moderator";
import { feature, orderFacts, ownOrder } from "./payments";
import { pushKind } from "./push";

/** The part with a few values of each kind. */
export const exportedFacts = v.object({
  account: v.object({
    id: v.string(),
    email: v.string(),
    since: v.string(),
    /** The status that the user may know: see `knownStatus`. */
    status: moderationStatus,
    rejectionReason: v.optional(v.string()),
    suspension: v.optional(v.object({ reason: v.string(), at: v.string() })),
  }),
  profile: v.union(
    reviewedTexts.extend({ ...freeFields.fields, ...perField("key", () => v.optional(v.string()), "Since") }),
    v.null(),
  ),
  waitingChange: v.union(reviewedTexts, v.null()),
  notifications: v.object({
    off: v.array(pushKind),
    showNames: v.boolean(),
    mailNewLikes: v.boolean(),
    mailNotices: v.boolean(),
  }),
  contactMessages: v.array(v.object({ subject: v.string(), message: v.string(), at: v.string() })),
  /** True if they are at the festival. Their ticket comes without its code, which is not stored. */
  atFestival: v.boolean(),
  ticket: v.union(
    v.object({ label: v.optional(v.string()), claimedAt: v.string(), arrivedAt: v.optional(v.string()) }),
    v.null(),
  ),
  /** Gold and VIP without an order. */
  byHand: v.array(v.object({ feature, at: v.string() })),
});

export const exportedPhoto = v.object({ storageId: v.id("_storage"), at: v.string() });

const purchase = orderFacts.extend({
  status: ownOrder.fields.status,
  at: v.string(),
  paidAt: v.optional(v.string()),
});

const version = v.object({
  kind: versionKind,
  status: versionStatus,
  at: v.string(),
  decidedAt: v.optional(v.string()),
  reason: v.optional(v.string()),
});

/** A row of a section that may have thousands. Each section has its own shape, so that no raw field is exported. */
export const exportedRow = v.union(
  version,
  purchase,
  v.object({ decision: literals("like", "dislike"), at: v.string() }),
  v.object({ kind: reportKind, reason: v.string(), at: v.string() }),
  v.object({ since: v.string(), until: v.string() }),
  v.object({ kind: mailKind, at: v.string() }),
  v.object({ thread: v.id("chatThreads") }),
);

/** A page of rows. `next`: the cursor of the next page, or null. */
export const rowsPage = v.object({ rows: v.array(exportedRow), next: v.union(v.string(), v.null()) });

/** A page of the person's own messages. */
export const ownMessagesPage = v.object({
  rows: v.array(v.object({ text: v.string(), at: v.string() })),
  next: rowsPage.fields.next,
});

/** The paged sections of a data export. */
export const section = literals("versions", "purchases", "swipes", "reports", "sessions", "mails", "conversations");
