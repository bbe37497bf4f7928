/** The shape of the log of incidents. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { ruling, staffAct } from "./moderator";

/** What happened: a moderator's decision, or something that concerns an account, a moderator or a refund. */
export const incidentKind = v.union(
  ruling,
  staffAct,
  literals(
    /** Somebody went on guessing at an account's password past the limit. At most one entry an hour for each account. */
    "signInLimit",
    /** A wrong code of a second factor after the right password, or in a session. At most one entry an hour for each account. */
    "secondFactorWrong",
    /** A refresh token was used again after its successor: somebody has a copy, so the session ended. */
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
    /** Somebody set up an authenticator app, or it was turned off; by a recovery code they got in without the phone. */
    "secondFactorOn",
    "recoveryCodeUsed",
    "recoveryCodesMade",
    "organiserMade",
    "organiserChanged",
    "organiserRemoved",
    /** An organiser opened somebody's page: once for as long as it stays open. */
    "personOpened",
    /** Somebody of the staff opened a report about somebody, and with it their handle. */
    "reportOpened",
    /** Measures from the command line. `signedOut` is one too. */
    "everybodySignedOut",
    "photosMoved",
    /** A backup came back, and everybody was signed out; with the counts. */
    "restored",
    /** An organiser took the orders of some days away as a file. */
    "ordersExported",
    /** An organiser changed the festival's settings. */
    "festivalChanged",
    /** Closing the festival, by an organiser, by the command line or by the deployment itself. */
    "closingPlanned",
    "closingAnnounced",
    /** Other days were saved, so an announced closing was taken back. */
    "closingWithdrawn",
    "appClosed",
    "erasingStarted",
    /** Everybody is erased; with the counts. */
    "erased",
    /** An organiser changed who may sign up and who is at the festival, uploaded tickets, or deleted all that are unclaimed. */
    ...(["ticketRulesChanged", "ticketsUploaded", "ticketsDeleted"] as const),
  ),
);

/** An entry of the log. Ids only, and as text, because an entry outlives what it names. */
export const incident = v.object({
  what: incidentKind,
  /** The user who did it. Absent: the command line, the deployment itself, or somebody who is not signed in. */
  by: v.optional(v.string()),
  /** The user to whom it was done. */
  about: v.optional(v.string()),
  /** An order, where it is about one. */
  orderId: v.optional(v.string()),
  /** How many rows, where it is about all. */
  counts: v.optional(v.record(v.string(), v.number())),
});

/** A user as the command line finds them by their address. */
export const foundUser = v.object({ id: v.id("users"), kind: v.string(), status: v.string() });

/** An entry as the command line shows it. */
export const listedIncident = incident.extend({ at: v.string() });
