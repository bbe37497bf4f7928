/** What every moderator and organiser has for themselves: who they are, and that they are here. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { staffMutation, staffQuery } from "./functions";
import { findAccount } from "./model/authAccounts";
import { saveStaff } from "./model/staff";
import { ownStaff, staffKind } from "./validatorsStaff";

/** The signed-in moderator or organiser. */
export const me = staffQuery({
  args: {},
  returns: ownStaff,
  handler: async ({ staff: { _id, email, kind } }) => await Promise.resolve({ _id, email, kind }),
});

/** Says that a screen of the staff is in front of somebody. The guard notes it, as for every mutation of theirs. */
export const look = staffMutation({
  args: {},
  returns: v.null(),
  handler: async () => await Promise.resolve(null),
});

/** The stored password of one of the staff. */
export const secretOf = internalQuery({
  args: { email: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { email }) => (await findAccount(ctx, "moderator", email))?.account.secret ?? null,
});

export const save = internalMutation({
  args: { kind: staffKind, email: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, email, secret }) => await saveStaff(ctx, kind, email, secret),
});
