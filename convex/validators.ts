import { v } from "convex/values";
import { genders, habits, hobbies, interests } from "./shared/options";

/** Every shape once; tables, arguments and results derive from these. */
export const gender = oneOf(genders);
export const interest = oneOf(interests);
export const habit = oneOf(habits);
export const hobby = oneOf(hobbies);
export const lane = v.union(v.literal("vip"), v.literal("gold"), v.literal("other"));
/** What a person may be told about their own standing. A person without a profile reads as pending. */
export const moderationStatus = v.union(
  v.literal("pending"),
  v.literal("approved"),
  v.literal("rejected"),
  v.literal("suspended"),
);

/** What one can buy. */
export const feature = v.union(v.literal("unlimited_swipes"), v.literal("vip_boost"));

/** What one may ask for by name: Gold has two. */
export const askedFeature = v.union(feature, v.literal("premium_plan"));

/** refunding: the provider was told. failed: not paid so far; it may still be. */
export const orderStatus = v.union(
  v.literal("open"),
  v.literal("paid"),
  v.literal("failed"),
  v.literal("refundDue"),
  v.literal("refunding"),
  v.literal("refunded"),
);

/** Why money has to go back: they have it already; they are gone; another sum was paid; the provider did not refund it. */
export const refundCause = v.union(
  v.literal("twice"),
  v.literal("gone"),
  v.literal("mismatch"),
  v.literal("refundFailed"),
);

/** An order as its buyer follows it. Being refunded counts as due until it is done. */
export const ownOrder = v.object({
  status: v.union(
    v.literal("open"),
    v.literal("paid"),
    v.literal("failed"),
    v.literal("refundDue"),
    v.literal("refunded"),
  ),
  feature,
});

/** What came of a payment. `pending`: the provider does not know yet. */
export const verification = v.object({
  verified: v.boolean(),
  pending: v.boolean(),
  feature: v.union(feature, v.null()),
  message: v.string(),
});

/** What the provider says about an order. unpaid: nobody paid so far; failed: and the last try ended badly. */
export const providerWord = v.union(
  v.object({ kind: v.literal("paid"), orderId: v.string(), amount: v.number(), currency: v.string() }),
  v.object({ kind: v.literal("unpaid"), failed: v.boolean() }),
  /** It does not know the order. */
  v.object({ kind: v.literal("gone") }),
);

/** What the provider says about the money that it sent back: all of it, some by the refund that we asked for, or not. */
export const refundWord = v.union(v.literal("done"), v.literal("pending"), v.literal("refused"), v.literal("none"));

/** An order for the provider. Amounts in minor units. */
export const reservedOrder = v.object({
  orderId: v.string(),
  feature,
  amount: v.number(),
  currency: v.string(),
  expiresAt: v.number(),
  sessionId: v.union(v.string(), v.null()),
  customer: v.object({ id: v.string(), name: v.string(), email: v.string(), phone: v.string() }),
});

/** A refund for the provider. */
export const startedRefund = v.object({ orderId: v.string(), id: v.string(), amount: v.number() });

/** An order that a person has to refund, or somebody just did. */
export const refundRow = v.object({
  orderId: v.string(),
  feature,
  /** Minor units, as paid. */
  amount: v.number(),
  currency: v.string(),
  paidAt: v.union(v.number(), v.null()),
  /** Null: the account is gone. */
  name: v.union(v.string(), v.null()),
  status: v.union(v.literal("refundDue"), v.literal("refunding"), v.literal("refunded")),
  cause: v.union(refundCause, v.null()),
});

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

/** What a place in the deck holds of a card; the address of the photo is made when it is read. */
export const shownCard = card.omit("_id", "photoURL", "instagramHandle").extend({ photoKey: v.string() });

/**
 * The two parts of a street that a viewer walks: from `start` to the far end, then from zero to `start`. `end` is how far
 * the street reached when they set out.
 */
export const stretch = v.object({ start: v.number(), end: v.number(), upper: v.number(), lower: v.number() });

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

/** A card as it was shown when somebody reported it. */
export const reportedCard = shownCard.omit("photoKey", "isPremium", "isVIP").extend({ photoId: v.id("photos") });

/** What moderators decide: on versions of profiles, on reports, on suspended people. */
export const ruling = v.union(
  v.literal("approved"),
  v.literal("rejected"),
  v.literal("dismissed"),
  v.literal("suspended"),
  v.literal("restored"),
);

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
  standing: v.union(v.literal("approved"), v.literal("hidden"), v.literal("suspended")),
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
  kind: v.union(v.literal("new"), v.literal("edit")),
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
  recentActivity: v.array(
    v.object({ name: v.string(), moderationStatus: v.union(v.literal("approved"), v.literal("rejected")) }),
  ),
});

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
