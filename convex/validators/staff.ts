import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { budgetRefusal, hashPermit, secretCheck } from "./auth";

/** An organiser may do all that a moderator may, and more. */
export const staffKind = literals("moderator", "organiser");

/** The signed-in moderator or organiser, as only they see themselves. */
export const ownStaff = v.object({
  _id: v.id("users"),
  email: v.string(),
  kind: staffKind,
  /** Whether a sign-in needs a code from the authenticator app, and how many recovery codes are left. */
  secondFactor: v.boolean(),
  recoveryCodes: v.number(),
  /** True if all staff must have a second factor but this person has none. Until they set one up, nothing else works. */
  mustSetUp: v.boolean(),
});

/** A member of the staff, as organisers see them. Times in ms since 1970. */
export const staffMember = v.object({
  _id: v.id("users"),
  email: v.string(),
  kind: staffKind,
  since: v.number(),
  secondFactor: v.boolean(),
  /** When the person last did something or had a staff screen open. Null: not since they signed out. */
  seenAt: v.union(v.number(), v.null()),
});

/** A mailed link that waits to be opened, or has expired. `isNew`: it creates an account. Otherwise it changes a password. */
export const listedInvitation = v.object({
  _id: v.id("invitations"),
  email: v.string(),
  kind: staffKind,
  isNew: v.boolean(),
  by: v.string(),
  expiresAt: v.number(),
});

/** The account that a mailed link is for. `isNew` as above. */
export const openedInvitation = listedInvitation.pick("email", "kind", "isNew");

/** A member of the staff as the command line lists them. `signedIn`: on how many devices. */
export const listedStaff = v.object({
  id: v.id("users"),
  email: v.string(),
  since: v.string(),
  signedIn: v.number(),
});

/** The input with which a staff member confirms their identity. `code`: of the second factor, if they have one. */
export const typedProof = { password: v.string(), code: v.optional(v.string()) };

/** The same with the password checked. `secret`: the stored password that it matched. */
export const checkedProof = v.object({ secret: v.string(), code: v.optional(v.string()) });

/** Acts on another organiser. Each needs a proof. */
export const organiserChange = literals("makeModerator", "remove", "turnOffSecondFactor");

/** Every act that needs a proof, with its target. */
export const provenAct = v.union(
  v.object({ act: organiserChange, userId: v.id("users") }),
  v.object({ act: v.literal("makeOrganiser"), email: v.string() }),
);

/** The check of a proof. needed: the caller has a second factor but sent no code. */
export const proofResult = v.union(secretCheck, v.object({ kind: v.literal("needed") }));

/** The caller's account, to check their password, or how long (ms) to wait. The guess is already counted. */
export const ownAccount = v.union(
  v.object({
    kind: v.literal("found"),
    email: v.string(),
    secret: v.string(),
    festival: v.string(),
    permit: hashPermit,
  }),
  budgetRefusal,
);
