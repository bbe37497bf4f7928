import { literals } from "convex-helpers/validators";
import { paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { features, products } from "../shared/prices";
import { reportKinds } from "../shared/reports";
import { evidenceMessages } from "./chat";
import { cardFields, freeFields, freeOnCards, reviewedTexts, shownCard, versionKind } from "./common";
import { shownPhoto } from "./photos";

export const reportedCard = shownCard
  .omit("photos", ...features.map((feature) => products[feature].has))
  .extend({ photoIds: v.array(v.id("photos")) });

/** A decision: a moderator's on a profile version, a report or a suspended person, or an organiser's on a person. */
export const ruling = literals(
  "approved",
  "rejected",
  "dismissed",
  "suspended",
  "restored",
  /** An approval was undone: the profile waits again. */
  "unapproved",
  /** A product by hand, without an order. */
  ...features.flatMap((feature) => [`${products[feature].key}Given`, `${products[feature].key}Taken`] as const),
  "signedOut",
  /** A ticket was released, claimed or not. */
  "ticketReleased",
  /** A person's data was exported, by them or by an organiser. */
  "exported",
  "deleted",
);

/** An organiser's act on a member of the staff. */
export const staffAct = literals(
  ...(["invited", "withdrawn", "passwordSent", "removed", "madeOrganiser", "madeModerator"] as const),
  ...(["secondFactorOff", "secondFactorRequired", "secondFactorOptional"] as const),
);

/** The reason of a report. */
export const reportKind = literals(...reportKinds);
export const reportStatus = literals("open", "suspended", "closed");

/** The decision on a report, and when. */
export const decision = v.object({ what: literals("dismissed", "suspended", "restored"), at: v.number() });

/** Another report about the same person. A closed one has its decision. */
const otherReport = v.object({
  kind: reportKind,
  reason: v.string(),
  createdAt: v.number(),
  status: reportStatus,
  decision: v.optional(decision.fields.what),
  decidedAt: v.optional(v.number()),
});

/** The profile fields that a report keeps, as the card showed them. */
export const reportedFields = cardFields.omit("festivalDays");

/** A report as moderators see it: its text and the card at that time, never the reporter. */
export const reportedPerson = reportedFields.extend({
  _id: v.id("reports"),
  kind: reportKind,
  reason: v.string(),
  createdAt: v.number(),
  /** Null: the pictures are gone. */
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(shownPhoto),
  /** hidden: several people reported them. No deck shows them until reports are dismissed. */
  userStatus: literals("approved", "hidden", "suspended", "deleted"),
  /** The moderator's reason for the suspension. Absent unless the person is suspended. */
  suspension: v.optional(v.string()),
  /** The messages around the reported one. Absent if the report names none. */
  words: v.optional(evidenceMessages),
  /** All other reports about this person, open and closed, newest first, 50 at most of each. */
  others: v.array(otherReport),
  /** The number of open reports about this person, 50 at most. */
  reports: v.number(),
  /** The number of decided reports about this person, 50 at most. */
  earlierReports: v.number(),
});

/** The item that a moderator has open now. */
export const claim = v.object({
  item: v.union(v.id("submissions"), v.id("reports")),
  moderator: v.string(),
  mine: v.boolean(),
  /** For a report that the caller has open: the reported person's current handle, because cards do not show it. */
  handle: v.optional(v.string()),
});

/** An entry of the audit trail. */
export const ruled = v.object({
  _id: v.id("rulings"),
  moderator: v.string(),
  ruling: v.union(ruling, staffAct),
  name: v.string(),
  at: v.number(),
});

/** The version of a profile that others see. */
const publicVersion = reviewedTexts.extend({
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(shownPhoto),
});

/** The unproven claims of a person. */
export const identifierKind = literals("handle", "phone");

/** An event of an account, and when. */
export const event = v.object({ what: literals("rejected", "reported", "suspended", "blocked"), at: v.number() });

/** Hints from earlier accounts with the same mailbox, handle, phone number or picture. They decide nothing. */
export const knownBefore = event.extend({ by: v.array(literals("address", "handle", "phone", "picture")) });

/** A waiting version of a profile, as moderators see it. `_id` is the version's: a later edit gets a new one. */
export const waitingProfile = reviewedTexts.extend({
  ...freeFields.pick(...freeOnCards).fields,
  _id: v.id("submissions"),
  kind: versionKind,
  photoURL: v.string(),
  photos: v.array(shownPhoto),
  createdAt: v.number(),
  /** The public version that this one would replace. Null for a new profile. */
  shown: v.union(publicVersion, v.null()),
  /** Newest first. */
  knownBefore: v.array(knownBefore),
});

/** A filter for waiting versions: all, one kind, only with hints from earlier accounts, or only of people with open reports. */
export const waitingFilter = literals("all", "new", "edit", "known", "reported");

/** A page of the queue, for `usePaginatedQuery`. */
export const waitingPage = paginationResultValidator(waitingProfile);

/** The figures above the desk's queue. */
export const deskFigures = v.object({
  waiting: v.object({
    all: v.number(),
    new: v.number(),
    edit: v.number(),
    known: v.number(),
    reported: v.number(),
  }),
  /** When the longest wait began. Null: nobody waits. */
  oldest: v.union(v.number(), v.null()),
  decisions: v.object({ mine: v.number(), all: v.number() }),
});

/** A decision that its moderator can still undo. `id` is the version's. */
export const undoableDecision = v.object({
  id: v.id("submissions"),
  kind: versionKind,
  name: v.string(),
  approved: v.boolean(),
});

/** The number of waiting and approved profiles, and the latest decisions. */
export const moderationStats = v.object({
  stats: v.object({ pending: v.number(), approved: v.number() }),
  recentActivity: v.array(v.object({ name: v.string(), moderationStatus: literals("approved", "rejected") })),
});
