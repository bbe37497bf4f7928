/** The shapes of what organisers see of people. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { freeFields, reviewedFields, suspension } from "./common";
import { incidentKind } from "./incidents";
import { mailKind } from "./mail";
import { decision, knownBefore, reportKind, ruling } from "./moderator";
import { feature, orderStatus, refundCause } from "./payments";
import { shownPhoto } from "./photos";
import { heldTicket } from "./tickets";

/** How far an attendee has come. hidden: several people reported them. */
export const userStatus = literals("none", "pending", "approved", "hidden", "rejected", "suspended");

/** Which people are listed. What is absent makes no difference. */
export const peopleFilter = v.object({
  status: v.optional(userStatus),
  tier: v.optional(literals("gold", "vip", "free")),
});

/** Somebody in the list: enough to tell them from others, and nothing to reach them by. More is on their page, whose opening is noted. */
export const listedPerson = v.object({
  _id: v.id("users"),
  /** Empty without a profile. */
  name: v.string(),
  /** Null without a profile. */
  age: v.union(v.number(), v.null()),
  /** The first two characters of their address, and what is behind the @. */
  address: v.string(),
  photo: v.union(shownPhoto, v.null()),
  status: userStatus,
  isPremium: v.boolean(),
  isVIP: v.boolean(),
  reported: v.boolean(),
  known: v.boolean(),
  waiting: v.boolean(),
  createdAt: v.number(),
});

/** A page of the list. Behind `continueCursor` is the next one, unless it is done. */
export const peoplePage = v.object({
  page: v.array(listedPerson),
  isDone: v.boolean(),
  continueCursor: v.string(),
});

/** What a profile says, with how it is reached. */
const version = reviewedFields.omit("photoIds").extend({ photos: v.array(shownPhoto) });

/** Why somebody has Gold or VIP; null: they have not. Times in ms. */
const had = v.union(v.object({ since: v.number(), by: literals("order", "hand") }), v.null());

/** Somebody's page: who they are. */
export const person = v.object({
  _id: v.id("users"),
  email: v.string(),
  status: userStatus,
  createdAt: v.number(),
  /** Null without one. */
  profile: v.union(version.extend(freeFields.fields), v.null()),
  /** The version that waits for a moderator; null: none does. */
  waiting: v.union(version.extend({ since: v.number() }), v.null()),
  /** The ticket that they claimed; null: none. */
  ticket: v.union(heldTicket, v.null()),
  gold: had,
  vip: had,
  suspension: v.union(suspension, v.null()),
  rejectionReason: v.union(v.string(), v.null()),
  rejections: v.number(),
  knownBefore: v.array(knownBefore),
});

/** A report in which somebody is one of the two. */
const report = v.object({
  _id: v.id("reports"),
  kind: reportKind,
  reason: v.string(),
  createdAt: v.number(),
  status: literals("open", "suspended", "closed"),
  decision: v.optional(decision),
  /** The other of the two. Null: the account is gone. */
  other: v.union(v.object({ _id: v.id("users"), name: v.string() }), v.null()),
});

/** Somebody's page: what happened. The newest fifty of each, newest first; times in ms. */
export const personRecord = v.object({
  versions: v.array(
    v.object({
      _id: v.id("submissions"),
      kind: literals("new", "edit"),
      status: literals("waiting", "approved", "rejected", "superseded"),
      createdAt: v.number(),
      decidedAt: v.optional(v.number()),
      by: v.optional(v.string()),
      reason: v.optional(v.string()),
    }),
  ),
  orders: v.array(
    v.object({
      orderId: v.string(),
      feature,
      /** Minor units. */
      amount: v.number(),
      currency: v.string(),
      status: orderStatus,
      createdAt: v.number(),
      paidAt: v.optional(v.number()),
      cause: v.optional(refundCause),
    }),
  ),
  reportsAbout: v.array(report),
  reportsBy: v.array(report),
  sessions: v.array(v.object({ _id: v.id("authSessions"), since: v.number(), until: v.number() })),
  mails: v.array(v.object({ kind: mailKind, at: v.number(), sent: v.boolean() })),
  /** Decisions about them, and entries of the log. `by`: a colleague; `own`: they themselves; neither: the deployment. */
  trail: v.array(
    v.object({
      what: v.union(ruling, incidentKind),
      at: v.number(),
      by: v.optional(v.string()),
      own: v.optional(v.literal(true)),
      reason: v.optional(v.string()),
    }),
  ),
});

/** Why somebody is deleted by an organiser. A word and no text, since it outlives the person. */
export const deletionReason = literals("asked", "underage", "abuse", "other");
