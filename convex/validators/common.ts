import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { optionalNames, type OptionalField } from "../shared/optionalFields";
import { genders, habits, hobbies, interests } from "../shared/options";
import { perField } from "../shared/prices";
import { ownPhoto, shownPhoto } from "./photos";
import { recordOf } from "../shared/records";

/** Shapes, each written once. Tables, arguments and results derive from them. */
export const gender = literals(...genders);
export const interest = literals(...interests);
export const habit = literals(...habits);
export const hobby = literals(...hobbies);
export const tier = literals("vip", "gold", "other");
/** A user's status as the user may know it. Without a profile it is pending, and hidden shows as approved. */
export const moderationStatus = literals("pending", "approved", "rejected", "suspended");
/** An attendee's status. none: no profile yet. hidden: several people reported them. They can use the app, but no deck shows them. */
export const userStatus = literals("none", "pending", "approved", "hidden", "rejected", "suspended");
export const versionKind = literals("new", "edit");
export const versionStatus = literals("waiting", "approved", "rejected", "superseded");

/** The fields of a profile that others see. A moderator reviews them first. */
export const reviewedFields = v.object({
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  instagramHandle: v.string(),
  /** One to three, no duplicates. Lists show the first. */
  photoIds: v.array(v.id("photos")),
});

/** The reviewed fields except the pictures. */
export const reviewedTexts = reviewedFields.omit("photoIds");

/** The caller's change to their profile that no moderator has decided on yet. */
export const waitingChange = reviewedFields.extend({
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(ownPhoto),
});

/** The ages a member wants to meet, in years, both ends included. */
export const ageRange = v.object({ min: v.number(), max: v.number() });

/** The fields of a profile that change without a moderator. */
export const freeFields = v.object({
  phoneNumber: v.string(),
  drinking: habit,
  smoking: habit,
  hobbies: v.array(hobby),
  ...recordOf(optionalNames, () => v.optional(v.string())),
  interestedIn: interest,
  /** Absent: any age. */
  ageRange: v.optional(ageRange),
  /** The festival days the person attends, as dates. Absent or empty: not stated. */
  festivalDays: v.optional(v.array(v.string())),
});

/** The free fields that every card shows. A moderator does not see their changes first, so none of them is typed text. */
export const freeOnCards = ["hobbies", "drinking", "smoking"] as const satisfies ChosenField[];
type ChosenField = Exclude<keyof typeof freeFields.type, OptionalField | "phoneNumber">;

/** The profile form's input. The form's zod schema checks the values. */
export const profileInput = v.object({
  name: v.string(),
  age: v.number(),
  gender: v.string(),
  bio: v.string(),
  instagramHandle: v.string(),
  phoneNumber: v.string(),
  drinking: v.string(),
  smoking: v.string(),
  hobbies: v.array(v.string()),
  ...recordOf(optionalNames, () => v.optional(v.string())),
  interestedIn: v.optional(v.string()),
  ageRange: v.optional(ageRange),
  festivalDays: v.optional(v.array(v.string())),
  /** The ids of all pictures, in order. */
  photoIds: v.optional(v.array(v.string())),
  /** Without `photoIds`: only the first picture. The others stay as they are. */
  photoId: v.optional(v.string()),
});

/** The moderator's reason, which the suspended person reads, and the time. */
export const suspension = v.object({ reason: v.string(), at: v.number() });

/** The signed-in user, as only they see themselves. Times in ms since 1970. */
export const currentUser = v.object({
  _id: v.id("users"),
  email: v.string(),
  name: v.string(),
  phoneNumber: v.string(),
  age: v.union(v.number(), v.null()),
  gender: v.union(gender, v.null()),
  interestedIn: v.union(interest, v.null()),
  /** The ages they want to meet. From the youngest to the oldest allowed age if they did not choose. */
  ageRange,
  /** The festival days the user attends, as dates in order. */
  festivalDays: v.array(v.string()),
  bio: v.string(),
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(ownPhoto),
  instagramHandle: v.string(),
  drinking: v.union(habit, v.null()),
  smoking: v.union(habit, v.null()),
  hobbies: v.array(hobby),
  ...recordOf(optionalNames, () => v.string()),
  ...perField("has", () => v.boolean()),
  ...perField("since", () => v.union(v.number(), v.null())),
  swipesRemaining: v.number(),
  swipesResetAt: v.number(),
  /** Undos left today. Null: no limit. */
  undosRemaining: v.union(v.number(), v.null()),
  /** True if their last swipe can be taken back. */
  undoable: v.boolean(),
  profileCompleted: v.boolean(),
  moderationStatus,
  rejectionReason: v.union(v.string(), v.null()),
  /** Null unless they are suspended. */
  suspension: v.union(suspension, v.null()),
  /** True for a rejected user whose address may sign up again. */
  maySignUpAgain: v.boolean(),
  changeWaiting: v.boolean(),
  /** True after their last change was refused, until they save another one or dismiss the notice. */
  changeRefused: v.boolean(),
  /** True if the user asked for mails about new likes. */
  mailNewLikes: v.boolean(),
  /** True if the user gets mails about a match and unread messages while none of their browsers shows notifications. */
  mailNotices: v.boolean(),
  /** True if they are at the festival, as on their card. */
  atFestival: v.boolean(),
  /** True if their deck begins with people at the festival. Null where organisers do not track who is. */
  atFestivalFirst: v.union(v.boolean(), v.null()),
  createdAt: v.number(),
});

/** The parting of two people, as one of them sees it. */
export const parted = literals("blocker", "blocked", "gone", "match");

/** A parting as one account sees it. `other`: the other person, living or deleted. */
export const parting = v.object({ other: v.union(v.id("users"), v.id("formerAccounts")), parted });

/** The profile fields that a card shows unchanged. */
export const cardFields = reviewedFields
  .pick("name", "age", "gender", "bio")
  .extend(freeFields.pick(...freeOnCards, "festivalDays").fields);

/** A person as a card in a deck or among pending likes. The handle is empty: only a match reveals it. */
export const card = cardFields.extend({
  _id: v.id("users"),
  /** True if the person is at the festival: see `isAtFestival`. Absent: unknown. */
  atFestival: v.optional(v.literal(true)),
  /** The first of `photos`. */
  photoURL: v.string(),
  photos: v.array(shownPhoto),
  ...perField("has", () => v.boolean()),
  instagramHandle: v.literal(""),
});

/** The card as a deck entry stores it. Its pictures' addresses are paths; the origin is added on reading. */
export const shownCard = card.omit("_id", "photoURL", "instagramHandle");

/**
 * A viewer's cursor in one tier. The viewer goes from `start` to the end of the partition with `upper`, then from zero to
 * `start` with `lower`. Everybody from `start` up to `upper`, and before `lower`, is decided. `end`: the next free position
 * at the viewer's first swipe.
 */
export const tierCursor = v.object({ start: v.number(), end: v.number(), upper: v.number(), lower: v.number() });

/** A swipe that its author can take back: the other person, and the time in ms. */
export const lastSwipe = v.object({
  to: v.id("users"),
  liked: v.boolean(),
  at: v.number(),
  /** The festival day that the swipe counted towards. Absent for Gold. */
  day: v.optional(v.number()),
  /** True once it was taken back. Kept until the next swipe, so that repeating the undo returns the same result. */
  undone: v.optional(v.literal(true)),
});

/** A person as their match sees them, with the handle. */
export const matchedUser = reviewedTexts.omit("gender").extend({
  _id: v.id("users"),
  photoURL: v.string(),
  photos: v.array(shownPhoto),
  ...perField("has", () => v.boolean()),
});

/** The whole card of a person as their match sees it, with the handle. */
export const matchedCard = card.omit("instagramHandle").extend({ instagramHandle: v.string() });

export const matchEntry = v.object({
  matchId: v.id("matches"),
  createdAt: v.number(),
  user: matchedUser,
});

/**
 * A member's unseen matches, unseen likes and unread messages, each at most 99. `newest`: whether the latest of them is a like, or a match
 * or message.
 */
export const newsCounts = v.object({
  matches: v.number(),
  likes: v.number(),
  unread: v.number(),
  newest: v.optional(literals("likes", "matches")),
});

export const news = v.object({
  /** Absent if the caller did not ask for the counts. */
  counts: v.optional(newsCounts),
  /** The matches since the requested time, and up to ten earlier ones whose popup was not seen. Newest first. */
  matches: v.array(matchEntry.extend({ isUnseen: v.boolean() })),
  /** The pending likes since that time, newest first. Absent without the counts. */
  likes: v.optional(v.array(card)),
  /** The matches not seen in the list. */
  unlisted: v.array(v.id("matches")),
});

/** The result of a swipe, or of answering a pending like. Without a match it does not reveal the other person's decision. */
export const swipeResult = v.union(
  v.object({ match: v.literal(false) }),
  v.object({ match: v.literal(true), matchId: v.id("matches"), user: matchedUser }),
);

export const contactMessage = v.object({
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
});

/** A stored message. An appeal comes from a suspended person who is signed in. */
export const storedMessage = contactMessage.extend({ appeal: v.optional(v.literal(true)) });

/** A limit is used up for this many milliseconds. A value, not an error: a mutation that throws rolls its counters back. */
export const wait = v.object({ kind: v.literal("wait"), retryAfter: v.number() });

/** A member's age, and the groups of two and of four neighbouring ages it belongs to. */
export const ageGroups = v.object({ age: v.number(), ages2: v.number(), ages4: v.number() });
