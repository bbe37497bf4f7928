import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { ruling, staffAct } from "./moderator";

/** The kind of incident: a moderator's decision, or an event of an account, the staff or a refund. */
export const incidentKind = v.union(
  ruling,
  staffAct,
  literals(
    /** More wrong passwords for an account than its limit. At most one entry an hour per account. */
    "signInLimit",
    /** A wrong second-factor code after the correct password, or in a session. At most one entry an hour per account. */
    "secondFactorWrong",
    /** A refresh token was used again after its successor, which means that it was copied. The session ended. */
    "tokenCopied",
    /** Every session of a user ended. */
    "sessionsEnded",
    "passwordReset",
    "accountDeleted",
    "refundStarted",
    "refunded",
    "refundRefused",
    "moderatorMade",
    "moderatorChanged",
    "moderatorRemoved",
    /** An authenticator app was set up or turned off. `recoveryCodeUsed`: a sign-in without the phone. */
    "secondFactorOn",
    "recoveryCodeUsed",
    "recoveryCodesMade",
    "organiserMade",
    "organiserChanged",
    "organiserRemoved",
    /** An organiser opened a person's page. Logged once for as long as it stays open. */
    "personOpened",
    /** A member of the staff opened a report, which shows the reported person's handle. */
    "reportOpened",
    /** Measures from the command line. `signedOut` is one too. */
    "everybodySignedOut",
    "photosMoved",
    /** A backup was restored and everybody was signed out. With the counts. */
    "restored",
    /** An organiser exported the orders of some days. */
    "ordersExported",
    /** An organiser changed the festival's settings. */
    "festivalChanged",
    /** The closing, by an organiser, the command line or the deployment itself. */
    "closingPlanned",
    "closingAnnounced",
    /** Other days were saved, so an announced closing was withdrawn. */
    "closingWithdrawn",
    "appClosed",
    "erasingStarted",
    /** Everybody is erased. With the counts. */
    "erased",
    /** An organiser changed who may sign up or who is at the festival, uploaded tickets, or deleted the unclaimed ones. */
    ...(["ticketRulesChanged", "ticketsUploaded", "ticketsDeleted"] as const),
  ),
);

/** An entry of the log. Only ids, as text, because an entry outlives what it names. */
export const incident = v.object({
  what: incidentKind,
  /** The user who did it. Absent: the command line, the deployment itself, or a caller who is not signed in. */
  by: v.optional(v.string()),
  /** The user affected. */
  about: v.optional(v.string()),
  /** The order, if the entry is about one. */
  orderId: v.optional(v.string()),
  /** The number of rows, if the entry is about all of them. */
  counts: v.optional(v.record(v.string(), v.number())),
});

/** A user as the command line finds them by address. */
export const foundUser = v.object({ id: v.id("users"), kind: v.string(), status: v.string() });

/** An entry as the command line shows it. */
export const listedIncident = incident.extend({ at: v.string() });
