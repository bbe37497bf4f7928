import { brandedString, literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { genders, habits, hobbies, interests } from "../shared/options";
import { ownPhoto, shownPhoto } from "./photos";

/** Shapes, each written once. Tables, arguments and results derive from them. */
export const gender = literals(...genders);
export const interest = literals(...interests);
export const habit = literals(...habits);
export const hobby = literals(...hobbies);
export const tier = literals("vip", "gold", "other");
/** A user's status as they are told it. A user without a profile is pending, a hidden one approved. */
export const moderationStatus = literals("pending", "approved", "rejected", "suspended");

/** The fields of a profile that others see, so a moderator reviews them first. */
export const reviewedFields = v.object({
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  instagramHandle: v.string(),
  /** One to three, each once; lists show the first. */
  photoIds: v.array(v.id("photos")),
});

/** A change to one's own profile that no moderator has decided on yet. */
export const waitingChange = reviewedFields.extend({
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(ownPhoto),
});

/** Ages that a member wants to meet, from and up to and with, in years. */
export const ageRange = v.object({ min: v.number(), max: v.number() });

/** The fields of a profile that change without a moderator. */
export const freeFields = v.object({
  phoneNumber: v.string(),
  drinking: habit,
  smoking: habit,
  hobbies: v.array(hobby),
  course: v.optional(v.string()),
  year: v.optional(v.string()),
  interestedIn: interest,
  /** Absent: any age. */
  ageRange: v.optional(ageRange),
  /** When they are at the festival, as dates; absent or empty: not said. */
  festivalDays: v.optional(v.array(v.string())),
});

/** What the profile form sends. Only its shape; the form's zod schema checks the values. */
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
  course: v.optional(v.string()),
  year: v.optional(v.string()),
  interestedIn: v.optional(v.string()),
  ageRange: v.optional(ageRange),
  festivalDays: v.optional(v.array(v.string())),
  /** The ids of all pictures, in their order. */
  photoIds: v.optional(v.array(v.string())),
  /** Without `photoIds`: the first picture alone. The others stay as they are. */
  photoId: v.optional(v.string()),
});

/** What a moderator wrote to somebody whom they suspended, and when. */
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
  /** Whom they want to meet; from the youngest to the oldest age where they did not say. */
  ageRange,
  /** When they are at the festival, as dates in order. */
  festivalDays: v.array(v.string()),
  bio: v.string(),
  photoURL: v.union(v.string(), v.null()),
  photos: v.array(ownPhoto),
  instagramHandle: v.string(),
  drinking: v.union(habit, v.null()),
  smoking: v.union(habit, v.null()),
  hobbies: v.array(hobby),
  course: v.string(),
  year: v.string(),
  isPremium: v.boolean(),
  isVIP: v.boolean(),
  premiumPurchasedAt: v.union(v.number(), v.null()),
  vipPurchasedAt: v.union(v.number(), v.null()),
  swipesRemaining: v.number(),
  swipesResetAt: v.number(),
  /** How many swipes they may still take back today; null: without limit. */
  undosRemaining: v.union(v.number(), v.null()),
  /** Whether their last swipe can be taken back. */
  undoable: v.boolean(),
  profileCompleted: v.boolean(),
  moderationStatus,
  /** What the moderator wrote, if a rejection came with a reason. */
  rejectionReason: v.union(v.string(), v.null()),
  /** Null unless they are suspended. */
  suspension: v.union(suspension, v.null()),
  /** True for a rejected user whose address may sign up again. */
  maySignUpAgain: v.boolean(),
  /** True while a change waits for a moderator. */
  changeWaiting: v.boolean(),
  /** True once their last change was refused, until they save another one or dismiss the note about it. */
  changeRefused: v.boolean(),
  /** Whether they asked to be mailed about new likes. */
  mailNewLikes: v.boolean(),
  /** Their browsers show no notifications: a match and unread messages are mailed. */
  mailNotices: v.boolean(),
  /** Whether they are at the festival, as their card says. */
  atFestival: v.boolean(),
  /** Whether their deck begins with people at the festival; null where organisers do not say who is. */
  atFestivalFirst: v.union(v.boolean(), v.null()),
  createdAt: v.number(),
});

/** How two people are parted, as one of them sees it. */
export const parted = literals("blocker", "blocked", "gone", "match");

/** Somebody whom an account is parted from, living or deleted, and how this looks from its side. */
export const parting = v.object({ other: v.union(v.id("users"), v.id("formerAccounts")), parted });

/** A person as a card in a deck or among pending likes. The handle is empty, because only a match reveals it. */
export const card = v.object({
  _id: v.id("users"),
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  hobbies: v.array(hobby),
  drinking: habit,
  smoking: habit,
  /** When they are at the festival, as dates in order; absent where they did not say. */
  festivalDays: v.optional(v.array(v.string())),
  /** They are at the festival: see `isAtFestival`. Absent: nobody knows. */
  atFestival: v.optional(v.literal(true)),
  /** The first of `photos`. */
  photoURL: v.string(),
  photos: v.array(shownPhoto),
  isPremium: v.boolean(),
  isVIP: v.boolean(),
  instagramHandle: v.literal(""),
});

/** The card as a deck entry stores it. Its pictures' addresses are paths, which get their origin when the entry is read. */
export const shownCard = card.omit("_id", "photoURL", "instagramHandle");

/**
 * How far a viewer has come in one tier. They go from `start` to the end of the partition with `upper`, and from zero to
 * `start` with `lower`: everybody from `start` up to `upper`, and before `lower`, is decided. `end` is the next free
 * position when they made their first swipe.
 */
export const tierCursor = v.object({ start: v.number(), end: v.number(), upper: v.number(), lower: v.number() });

/** A swipe as its maker can take it back: about whom, and when in ms. */
export const lastSwipe = v.object({
  to: v.id("users"),
  liked: v.boolean(),
  at: v.number(),
  /** The festival day on which it was counted. Absent for Gold. */
  day: v.optional(v.number()),
  /** It was taken back. Kept until the next swipe, so that the same call sent again is answered alike. */
  undone: v.optional(v.literal(true)),
});

/** A person as their match sees them, with the handle. */
export const matchedUser = v.object({
  _id: v.id("users"),
  name: v.string(),
  age: v.number(),
  bio: v.string(),
  photoURL: v.string(),
  photos: v.array(shownPhoto),
  instagramHandle: v.string(),
  isPremium: v.boolean(),
  isVIP: v.boolean(),
});

/** The whole card of a person as their match sees it, with the handle. */
export const matchedCard = card.omit("instagramHandle").extend({ instagramHandle: v.string() });

export const matchEntry = v.object({
  matchId: v.id("matches"),
  createdAt: v.number(),
  user: matchedUser,
  /** Not seen yet: as a moment in `matches.unseen`, in the list in `matches.list`. */
  isNew: v.optional(v.boolean()),
});

/**
 * What is new to somebody: matches and likes that they have not looked at, and words unread; each at most 99. `newest`: where
 * the last of it happened, among the likes or among the matches and their messages.
 */
export const news = v.object({
  matches: v.number(),
  likes: v.number(),
  unread: v.number(),
  newest: v.optional(literals("likes", "matches")),
});

/** The result of a swipe, or of answering a pending like. Without a match it does not tell what the other decided. */
export const swipeResult = v.union(
  v.object({ match: v.literal(false) }),
  v.object({ match: v.literal(true), matchId: v.id("matches"), user: matchedUser }),
);

/** A message from the contact form. */
export const contactMessage = v.object({
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
});

/** A message as it is stored. An appeal is from a suspended person, signed in as such. */
export const storedMessage = contactMessage.extend({ appeal: v.optional(v.literal(true)) });

/** The two ways to sign in: attendees, and moderators. A token of one is refused where the other is needed. */
export const signInProvider = literals("password", "moderator");

/** The tokens of a session, as Convex Auth's client stores them; null when there is none. */
export const tokens = v.union(v.null(), v.object({ token: v.string(), refreshToken: v.string() }));

/** A limit is used up for so many milliseconds. A value and no error: a mutation that throws rolls its counters back. */
export const wait = v.object({ kind: v.literal("wait"), retryAfter: v.number() });
/** Half of a budget is used up, and the rest needs a proof of work of this level: see `authProofs`. */
const unproven = v.object({ kind: v.literal("unproven"), level: v.number() });
/** Why an attempt on a budget is refused. */
export const budgetRefusal = v.union(wait, unproven);
/** The right to hash one password. `spendHash` makes it, from a budget; nothing hashes without one. */
export const hashPermit = v.object({ permit: brandedString("password hash") });
const permitted = v.object({ kind: v.literal("permitted"), permit: hashPermit });
/** Whether a password may be hashed now. */
export const hashAnswer = v.union(permitted, wait, unproven);
const right = v.object({ kind: v.literal("right") });
const wrong = v.object({ kind: v.literal("wrong") });
/** For a wrong code, how many further ones are judged until a fresh mail. A wrong link has no limit. */
const wrongCode = wrong.extend({ triesLeft: v.optional(v.number()) });

/** Whether a refresh token or the code of a second factor is right. */
export const secretCheck = v.union(right, wrong, wait);

/** Whether the token of a mailed link is right. If so, a password may be hashed. */
export const linkCheck = v.union(permitted, wrong, wait, unproven);

/** The same for a sign-up code, or the link in the same mail. */
export const codeCheck = v.union(permitted, wrongCode, wait, unproven);

/** What came of a sign-up whose code was right: since then the code, or the ticket, may have been used. */
export const madeAccount = literals("made", "wrong", "noTicket");

/** What has become of the mail of a sign-up code. */
export const codeMailState = literals("waiting", "sent", "failed");

/** The same, with until when (ms) the provider is left alone, and until when somebody sends. */
export const queuedCodeState = v.object({ state: codeMailState, notBefore: v.number(), until: v.number() });

/** A code that waits to be mailed; null: it was. */
export const codeOnItsWay = v.union(v.object({ waiting: v.string() }), v.null());

/** Whether a sign-up code may be mailed to an address. `id`: by which to ask what becomes of it. */
export const codeMail = v.union(
  v.object({ kind: v.literal("queued"), id: v.id("outbox") }),
  v.object({ kind: v.literal("registered") }),
  v.object({ kind: v.literal("closed") }),
  /** Only addresses of these domains may sign up. */
  v.object({ kind: v.literal("domain"), domains: v.array(v.string()) }),
  wait,
  unproven,
);

/** What a sign-in starts from: the stored password; null at an address without an account, where a hash is spent too. */
export const signInStart = v.union(permitted.extend({ secret: v.union(v.string(), v.null()) }), wait, unproven);

/** What came of the right password. `codeNeeded`: the second factor's code is missing, or is wrong. */
export const opened = v.union(
  v.object({ kind: v.literal("in"), tokens }),
  v.object({ kind: v.literal("codeNeeded"), isWrong: v.boolean() }),
  wait,
);

/** What came of exchanging a refresh token. */
export const refreshed = v.union(right.extend({ tokens }), wrong, wait);

/** The age of a member, and the groups of two and of four neighbouring ages that it is in. */
export const ageGroups = v.object({ age: v.number(), ages2: v.number(), ages4: v.number() });
