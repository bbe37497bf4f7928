import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { features, perField, products } from "../shared/prices";
import { freeFields, reviewedTexts, suspension, userStatus, versionKind, versionStatus } from "./common";
import { incidentKind } from "./incidents";
import { mailKind } from "./mail";
import { decision, knownBefore, reportKind, reportStatus, ruling } from "./moderator";
import { orderFacts, orderStatus, refundCause } from "./payments";
import { shownPhoto } from "./photos";
import { heldTicket } from "./tickets";

/** A filter for people. An absent field does not filter. */
export const peopleFilter = v.object({
  status: v.optional(userStatus),
  tier: v.optional(literals(...features.map((feature) => products[feature].key), "free")),
});

/** A person in the list: enough to recognise them, but no contact details. Their page has more, and opening it is logged. */
export const listedPerson = v.object({
  _id: v.id("users"),
  /** Empty without a profile. */
  name: v.string(),
  /** Null without a profile. */
  age: v.union(v.number(), v.null()),
  /** The first two characters of their address, and the part after the @. */
  address: v.string(),
  photo: v.union(shownPhoto, v.null()),
  status: userStatus,
  ...perField("has", () => v.boolean()),
  reported: v.boolean(),
  known: v.boolean(),
  waiting: v.boolean(),
  /** True if the waiting version has photos that the profile does not have. */
  photosWaiting: v.boolean(),
  createdAt: v.number(),
});

/** A page of the list. `continueCursor` leads to the next one unless `isDone`. */
export const peoplePage = v.object({
  page: v.array(listedPerson),
  isDone: v.boolean(),
  continueCursor: v.string(),
});

/** A version of a profile, with its handle. */
const version = reviewedTexts.extend({ photos: v.array(shownPhoto) });

/** The reason why a person has a product. Null: they do not have it. Times in ms. */
const grant = v.union(v.object({ since: v.number(), by: literals("order", "hand") }), v.null());

/** A person's page: who they are. */
export const person = v.object({
  _id: v.id("users"),
  email: v.string(),
  status: userStatus,
  createdAt: v.number(),
  /** Null without one. */
  profile: v.union(version.extend(freeFields.fields), v.null()),
  waiting: v.union(version.extend({ since: v.number() }), v.null()),
  ticket: v.union(heldTicket, v.null()),
  ...perField("key", () => grant),
  suspension: v.union(suspension, v.null()),
  rejectionReason: v.union(v.string(), v.null()),
  rejections: v.number(),
  knownBefore: v.array(knownBefore),
});

/** A report by or about the person. */
const report = v.object({
  _id: v.id("reports"),
  kind: reportKind,
  reason: v.string(),
  createdAt: v.number(),
  status: reportStatus,
  decision: v.optional(decision),
  /** The other person of the report. Null: the account is gone. */
  other: v.union(v.object({ _id: v.id("users"), name: v.string() }), v.null()),
});

/** A person's page: what happened. The newest fifty of each, newest first. Times in ms. */
export const personRecord = v.object({
  versions: v.array(
    v.object({
      _id: v.id("submissions"),
      kind: versionKind,
      status: versionStatus,
      createdAt: v.number(),
      decidedAt: v.optional(v.number()),
      by: v.optional(v.string()),
      reason: v.optional(v.string()),
    }),
  ),
  orders: v.array(
    orderFacts.extend({
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
  /** Decisions about them, and log entries. `by`: a colleague. `own`: the person. Neither: the deployment. */
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

/** Why an organiser deletes a person. A code, not free text, because it outlives the person. */
export const deletionReason = literals("asked", "underage", "abuse", "other");

/** The demo people on a page of users. `next`: the cursor of the next page, or null. */
export const demoPage = v.object({ userIds: v.array(v.id("users")), next: v.union(v.string(), v.null()) });
