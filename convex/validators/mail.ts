import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { storedMessage } from "./common";
import { mailHost } from "./festival";
import { feature } from "./payments";
import { staffKind } from "./staff";

const toPerson = { userId: v.id("users") };
const userMails = [
  v.object({ kind: v.literal("approval"), ...toPerson }),
  v.object({
    kind: v.literal("rejection"),
    ...toPerson,
    /** If a change is rejected, the public version stays. */
    of: literals("profile", "change"),
    reason: v.optional(v.string()),
    signUpsLeft: v.number(),
  }),
  v.object({
    kind: v.literal("receipt"),
    ...toPerson,
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.string(),
    orderId: v.string(),
    paidAt: v.number(),
  }),
  v.object({
    kind: v.literal("refund"),
    ...toPerson,
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.string(),
    orderId: v.string(),
    /** They have the feature all the same, by another order or by hand. */
    keeps: v.boolean(),
  }),
  v.object({ kind: v.literal("newLikes"), ...toPerson }),
  /** Of a match or of unread messages, of one match or of several. */
  v.object({
    kind: v.literal("notice"),
    ...toPerson,
    about: literals("match", "message"),
    matchId: v.optional(v.id("matches")),
  }),
  v.object({ kind: v.literal("suspension"), ...toPerson, reason: v.string() }),
  /** They were mailed that the app closes and everything is deleted, which was taken back. */
  v.object({ kind: v.literal("closingWithdrawn"), ...toPerson }),
] as const;

/** The announcement of this time, while it is the current one. */
const announcement = v.object({ kind: v.literal("announcement"), ...toPerson, at: v.number() });

/** To one of the staff, whose second factor an organiser turned off. */
const secondFactorOff = v.object({ kind: v.literal("secondFactorOff"), ...toPerson, by: v.id("users") });

/** What a mail to a user is about. */
export const mailKind = literals(
  ...(["approval", "rejection", "receipt", "refund", "newLikes", "suspension", "reset", "announcement"] as const),
  ...(["notice", "secondFactorOff", "closingWithdrawn"] as const),
);

/** A mail as the outbox stores it. The address is looked up when it is sent. */
export const mail = v.union(
  ...userMails,
  announcement,
  secondFactorOff,
  /** Without a user the address has no account; the row exists so that both cases take the same steps. */
  v.object({ kind: v.literal("reset"), userId: v.union(v.id("users"), v.null()) }),
  v.object({ kind: v.literal("invitation"), invitationId: v.id("invitations") }),
  /** Goes to the organisers. */
  v.object({ kind: v.literal("contact"), messageId: v.id("contactMessages") }),
);

/** What a mail says now. */
const content = v.union(
  ...userMails,
  v.object({ kind: v.literal("announcement"), ...toPerson, text: v.string() }),
  /** `by`: that organiser's address, while they are one. */
  v.object({ kind: v.literal("secondFactorOff"), ...toPerson, by: v.optional(v.string()) }),
  v.object({ kind: v.literal("reset"), ...toPerson }),
  v.object({
    kind: v.literal("invitation"),
    invitationId: v.id("invitations"),
    of: staffKind,
    /** It makes an account; otherwise it changes a password. */
    isNew: v.boolean(),
  }),
  v.object({ kind: v.literal("contact"), message: storedMessage }),
);

/** A try at sending a mail: its content, and its address; null: the organisers. */
export const mailTry = v.object({
  mail: content,
  to: v.union(v.string(), v.null()),
  /** In whose name it is written. */
  festival: mailHost,
  tries: v.number(),
});

/** What goes in one request, who sends it, and for how long (ms) they wait before. */
export const mailRequest = v.object({
  turn: v.number(),
  wait: v.number(),
  /** By this the provider knows a request that it has accepted already. */
  key: v.string(),
  /** The key is that of a request for several. */
  isBatch: v.boolean(),
  /** It is the code of who sends it, and nobody tried it before: nobody else will, and they are told if it is not taken. */
  isOwn: v.boolean(),
  festival: mailHost,
  mails: v.array(
    v.object({
      id: v.id("outbox"),
      to: v.union(v.string(), v.null()),
      /** `sealed`: digits and the link's token, encrypted. */
      mail: v.union(content, v.object({ kind: v.literal("code"), sealed: v.string() })),
    }),
  ),
});

/** What came of a request, and for how long (ms) the provider asks to be left alone. */
export const mailsEnded = v.object({
  isBatch: v.boolean(),
  retryAfter: v.number(),
  sent: v.array(v.object({ id: v.id("outbox"), outcome: literals("accepted", "undeliverable", "refused", "failed") })),
});
