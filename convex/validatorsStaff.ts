/** The shapes of moderators and organisers, who together are the staff. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

/** An organiser may do all that a moderator may, and more. */
export const staffKind = literals("moderator", "organiser");

/** The signed-in moderator or organiser, as only they see themselves. */
export const ownStaff = v.object({
  _id: v.id("users"),
  email: v.string(),
  kind: staffKind,
  /** Whether a sign-in asks for a code of their authenticator app, and how many recovery codes are left. */
  secondFactor: v.boolean(),
  recoveryCodes: v.number(),
  /** All of the staff must have one, and they have not set it up: nothing else works before. */
  mustSetUp: v.boolean(),
});

/** One of the staff, as organisers see them. Times in ms since 1970. */
export const staffMember = v.object({
  _id: v.id("users"),
  email: v.string(),
  kind: staffKind,
  since: v.number(),
  secondFactor: v.boolean(),
  /** When they last did something, or had a screen of theirs in front of them. Null: not since they last signed out. */
  seenAt: v.union(v.number(), v.null()),
});

/** A mailed link that waits to be opened, or has expired. `isNew`: it makes an account; otherwise it changes a password. */
export const listedInvitation = v.object({
  _id: v.id("invitations"),
  email: v.string(),
  kind: staffKind,
  isNew: v.boolean(),
  by: v.string(),
  expiresAt: v.number(),
});

/** One of the staff as the command line lists them. `signedIn`: on how many devices. */
export const listedStaff = v.object({
  id: v.id("users"),
  email: v.string(),
  since: v.string(),
  signedIn: v.number(),
});
