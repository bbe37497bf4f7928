import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { storedMessage } from "./common";
import { mailHost } from "./festival";
import { orderFacts } from "./payments";
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
    /** Absent while sign-ups are closed. */
    signUpsLeft: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal("receipt"),
    ...toPerson,
    ...orderFacts.fields,
    paidAt: v.number(),
  }),
  v.object({
    kind: v.literal("refund"),
    ...toPerson,
    ...orderFacts.fields,
    /** The buyer keeps the feature through another order or a grant by hand. */
    keeps: v.boolean(),
  }),
  v.object({ kind: v.literal("newLikes"), ...toPerson }),
  /** A notice about a match or about unread messages. Absent `matchId`: several matches. */
  v.object({
    kind: v.literal("notice"),
    ...toPerson,
    about: literals("match", "message"),
    matchId: v.optional(v.id("matches")),
  }),
  v.object({ kind: v.literal("suspension"), ...toPerson, reason: v.string() }),
  v.object({ kind: v.literal("restoration"), ...toPerson }),
  /** Corrects the mail about a closing that was withdrawn. */
  v.object({ kind: v.literal("closingWithdrawn"), ...toPerson }),
] as const;

/** The announcement made at this time, while it is the current one. */
const announcement = v.object({ kind: v.literal("announcement"), ...toPerson, at: v.number() });

/** To a member of the staff whose second factor an organiser turned off. */
const secondFactorOff = v.object({ kind: v.literal("secondFactorOff"), ...toPerson, by: v.id("users") });

export const mailKind = literals(
  ...(["approval", "rejection", "receipt", "refund", "newLikes", "suspension", "reset", "announcement"] as const),
  ...(["notice", "secondFactorOff", "closingWithdrawn", "restoration"] as const),
);

/** A mail as the outbox stores it. The address is looked up when it is sent. */
export const mail = v.union(
  ...userMails,
  announcement,
  secondFactorOff,
  /** Null: no account has the address. The row exists so that both cases take the same steps. */
  v.object({ kind: v.literal("reset"), userId: v.union(v.id("users"), v.null()) }),
  v.object({ kind: v.literal("invitation"), invitationId: v.id("invitations") }),
  /** Goes to the organisers. */
  v.object({ kind: v.literal("contact"), messageId: v.id("contactMessages") }),
);

/** A mail's content at the time of sending. */
const content = v.union(
  ...userMails,
  v.object({ kind: v.literal("announcement"), ...toPerson, text: v.string(), isClosing: v.boolean() }),
  /** `by`: that organiser's address, while they are one. */
  v.object({ kind: v.literal("secondFactorOff"), ...toPerson, by: v.optional(v.string()) }),
  v.object({ kind: v.literal("reset"), ...toPerson }),
  v.object({
    kind: v.literal("invitation"),
    invitationId: v.id("invitations"),
    of: staffKind,
    /** True if the link creates an account, false if it changes a password. */
    isNew: v.boolean(),
  }),
  v.object({ kind: v.literal("contact"), message: storedMessage }),
);

/** A try at sending a mail: its content and its address. Null: to the organisers. */
export const mailTry = v.object({
  mail: content,
  to: v.union(v.string(), v.null()),
  /** The festival it is written for. */
  festival: mailHost,
  tries: v.number(),
});

/** One request to the provider, its sender's number, and how long (ms) to wait before sending. */
export const mailRequest = v.object({
  turn: v.number(),
  wait: v.number(),
  /** The provider recognises a request that it has already accepted by this key. */
  key: v.string(),
  /** The key belongs to a batch. */
  isBatch: v.boolean(),
  /** The caller's own code, on its first try. Only the caller sends it and learns of a refusal. */
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

/** The outcome of a request, and how long (ms) the provider asks us to wait. */
export const mailsEnded = v.object({
  isBatch: v.boolean(),
  retryAfter: v.number(),
  sent: v.array(v.object({ id: v.id("outbox"), outcome: literals("accepted", "undeliverable", "refused", "failed") })),
});
