/** The shapes of what moderators look at and decide. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { gender, habit, hobby, reviewedFields, shownCard } from "./validators";

/** A card as it was shown when somebody reported it. */
export const reportedCard = shownCard.omit("photoKey", "isPremium", "isVIP").extend({ photoId: v.id("photos") });

/** What moderators decide: on versions of profiles, on reports, on suspended people. */
export const ruling = literals("approved", "rejected", "dismissed", "suspended", "restored");

/** A report, as a moderator sees it: what was written and what the card showed, never who wrote it. */
export const reportedPerson = v.object({
  _id: v.id("reports"),
  reason: v.string(),
  createdAt: v.number(),
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  /** Null: the picture is gone. */
  photoURL: v.union(v.string(), v.null()),
  hobbies: v.array(hobby),
  drinking: habit,
  smoking: habit,
  /** Hidden: three people reported them, so nobody is shown them until reports are dismissed. */
  standing: literals("approved", "hidden", "suspended"),
  /** As it is now: no card shows one. */
  instagramHandle: v.string(),
  /** How many open reports there are about the same person, this one included; 50 at most. */
  reports: v.number(),
  /** How many reports about the same person were decided before; 50 at most. */
  earlierReports: v.number(),
});

/** What a moderator has open. */
export const claim = v.object({
  item: v.union(v.id("submissions"), v.id("reports")),
  moderator: v.string(),
  mine: v.boolean(),
});

/** A line of the audit trail. */
export const ruled = v.object({
  _id: v.id("rulings"),
  moderator: v.string(),
  ruling,
  name: v.string(),
  at: v.number(),
});

/** What everybody sees of a person while a change of it waits. */
const publicVersion = reviewedFields.omit("photoId").extend({ photoURL: v.union(v.string(), v.null()) });

/** A waiting version of a profile, as a moderator sees it. `_id` names this version; a later edit gets another. */
export const waitingProfile = v.object({
  _id: v.id("submissions"),
  kind: literals("new", "edit"),
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  instagramHandle: v.string(),
  photoURL: v.string(),
  hobbies: v.array(hobby),
  drinking: habit,
  smoking: habit,
  createdAt: v.number(),
  /** The public version that this one would replace; null for a new profile. */
  shown: v.union(publicVersion, v.null()),
  /** Several people had reported an account of the same address when it was deleted. */
  reportedBefore: v.boolean(),
  /** A new profile of an address that had one rejected. */
  rejectedBefore: v.boolean(),
});

/** The moderators' figures and the latest decisions. */
export const moderationStats = v.object({
  stats: v.object({ pending: v.number(), approved: v.number() }),
  recentActivity: v.array(v.object({ name: v.string(), moderationStatus: literals("approved", "rejected") })),
});
