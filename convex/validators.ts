import { v } from "convex/values";
import { genders, habits, hobbies, interests } from "./shared/options";

/** Every shape once; tables, arguments and results derive from these. */
export const gender = oneOf(genders);
export const interest = oneOf(interests);
export const habit = oneOf(habits);
export const hobby = oneOf(hobbies);
export const tier = v.union(v.literal("vip"), v.literal("gold"), v.literal("other"));
/** What a person may be told about their own standing. A person without a profile reads as pending. */
export const moderationStatus = v.union(
  v.literal("pending"),
  v.literal("approved"),
  v.literal("rejected"),
  v.literal("suspended"),
);

/** What others see of a person and a moderator therefore looks at before they do. */
export const reviewedFields = v.object({
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  instagramHandle: v.string(),
  photoId: v.id("photos"),
});

/** A change of a member's own that no moderator has decided on yet. */
export const waitingChange = reviewedFields.extend({ photoURL: v.union(v.string(), v.null()) });

/** What a person may change without a second look. */
export const freeFields = v.object({
  phoneNumber: v.string(),
  drinking: habit,
  smoking: habit,
  hobbies: v.array(hobby),
  course: v.optional(v.string()),
  year: v.optional(v.string()),
  interestedIn: interest,
});

/** What the profile form sends. Shape only; the sense of it is checked by the form's own zod schema. */
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
  photoId: v.optional(v.string()),
});

/** The signed-in person, as only they see themselves. Times in ms since 1970. */
export const currentUser = v.object({
  _id: v.id("users"),
  email: v.string(),
  name: v.string(),
  phoneNumber: v.string(),
  age: v.union(v.number(), v.null()),
  gender: v.union(gender, v.null()),
  interestedIn: v.union(interest, v.null()),
  bio: v.string(),
  photoURL: v.union(v.string(), v.null()),
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
  profileCompleted: v.boolean(),
  moderationStatus,
  /** What the moderator wrote, when rejected with words. */
  rejectionReason: v.union(v.string(), v.null()),
  /** True once rejected while the address may still sign up again. */
  maySignUpAgain: v.boolean(),
  /** True while a change of what others see waits for a moderator. */
  changeWaiting: v.boolean(),
  /** True once their last change was refused, until they save another or put the note about it away. */
  changeRefused: v.boolean(),
  /** Whether they asked to be mailed about new likes. */
  mailNewLikes: v.boolean(),
  createdAt: v.number(),
});

/** A person as a card in somebody's deck or pending likes. The handle is there and empty: a match reveals it. */
export const card = v.object({
  _id: v.id("users"),
  name: v.string(),
  age: v.number(),
  gender,
  bio: v.string(),
  hobbies: v.array(hobby),
  drinking: habit,
  smoking: habit,
  photoURL: v.string(),
  isPremium: v.boolean(),
  isVIP: v.boolean(),
  instagramHandle: v.literal(""),
});

/** The card as a deck entry stores it. The address of the photo is made when the entry is read. */
export const shownCard = card.omit("_id", "photoURL", "instagramHandle").extend({ photoKey: v.string() });

/**
 * How far a viewer has come in one tier. They go from `start` to the end of the partition with `upper`, and from zero to
 * `start` with `lower`: everybody from `start` up to `upper`, and before `lower`, is decided. `end` is the next free
 * position when they made their first swipe.
 */
export const tierCursor = v.object({ start: v.number(), end: v.number(), upper: v.number(), lower: v.number() });

/** A person as their match sees them: the handle is revealed. */
export const matchedUser = v.object({
  _id: v.id("users"),
  name: v.string(),
  age: v.number(),
  bio: v.string(),
  photoURL: v.string(),
  instagramHandle: v.string(),
  isPremium: v.boolean(),
  isVIP: v.boolean(),
});

export const matchEntry = v.object({ matchId: v.id("matches"), createdAt: v.number(), user: matchedUser });

/** The answer to a swipe or to a pending like. Without a match it is the same whatever the other thinks. */
export const swipeAnswer = v.union(
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

/** A stored picture: its id for the profile, its address to look at. */
export const uploadedPhoto = v.object({ photoId: v.id("photos"), photoURL: v.string() });

/** The two ways of signing in. A token of one is refused where the other is asked for. */
export const door = v.union(v.literal("password"), v.literal("moderator"));

/** What Convex Auth's client keeps of a session; null where there is none. */
export const tokens = v.union(v.null(), v.object({ token: v.string(), refreshToken: v.string() }));

/** One of some words, or that it is too early to ask. */
export function verdict<const K extends string>(...kinds: K[]) {
  return v.union(
    ...kinds.map((kind) => v.object({ kind: v.literal(kind) })),
    v.object({ kind: v.literal("wait"), retryAfter: v.number() }),
  );
}

function oneOf<const T extends readonly [string, string, ...string[]]>(values: T) {
  return v.union(
    ...(values.map((value) => v.literal(value)) as { [K in keyof T]: ReturnType<typeof v.literal<T[K]>> }),
  );
}
