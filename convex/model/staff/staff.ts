/** The staff: moderators, and organisers, who may do everything a moderator may and more. They sign in the same way. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { listedStaff, staffKind, staffMember } from "../../validators/staff";
import {
  changePassword,
  endSessions,
  findAccount,
  insertAccount,
  resetGuessesAt,
  type Account,
} from "../auth/accounts";
import { recordIncident } from "../incidents";
import { dropClaim } from "../moderation/claims";
import { finishDecisionOf } from "../moderation/undo";
import { drop } from "../secondFactor/secondFactor";
import { dropLinksOf, dropLinksTo } from "./links";
import { lastSeen } from "../auth/presence";
import { deleteOwnRows } from "../rows/writing";
import { resetLimitsOf } from "../throttle/limits";

export type StaffKind = Infer<typeof staffKind>;
export type Staff = Doc<"users"> & { kind: StaffKind };

export function isStaff(user: Doc<"users">): user is Staff {
  return user.kind !== "user";
}

/** Returns all staff, in the order they joined. */
export async function allStaff(ctx: QueryCtx): Promise<Infer<typeof staffMember>[]> {
  return await Promise.all(
    (await staffUsers(ctx)).map(async ({ _id, _creationTime: since, email, kind, secondFactor = false }) => {
      return { _id, email, kind, since, secondFactor, seenAt: await lastSeen(ctx, _id) };
    }),
  );
}

/** Returns all staff of one kind, with the number of devices signed in. For the command line. */
export async function listStaff(ctx: QueryCtx, kind: StaffKind): Promise<Infer<typeof listedStaff>[]> {
  const users = (await staffUsers(ctx)).filter((user) => user.kind === kind);
  return await Promise.all(
    users.map(async ({ _id, email, _creationTime }) => {
      const sessions = ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", _id));
      const signedIn = (await sessions.take(MAX_STAFF)).filter(
        ({ expirationTime }) => expirationTime > Date.now(),
      ).length;
      return { id: _id, email, since: new Date(_creationTime).toISOString(), signedIn };
    }),
  );
}

/**
 * Creates a member of staff, or changes the password of an existing one. Promotes a moderator to organiser if requested, but never demotes.
 * Resets the guesses at their account. Earlier links mailed to them stop working.
 */
export async function saveStaff(ctx: MutationCtx, kind: StaffKind, email: string, secret: string): Promise<void> {
  await resetGuessesAt(ctx, "moderator", email);
  const existing = await findAccount(ctx, "moderator", email);
  if (existing === null) {
    await dropLinksTo(ctx, email);
    const userId = await ctx.db.insert("users", { kind, email, status: "none", rejections: 0 });
    await insertAccount(ctx, "moderator", userId, email, secret);
    return await recordIncident(ctx, incidents[kind].made, { about: userId });
  }
  const { account, user } = existing;
  if (user.kind === "organiser" && kind === "moderator") {
    fail("BAD_INPUT", "This address is an organiser's. Use organiser:create.");
  }
  if (user.kind !== kind) {
    await ctx.db.patch("users", user._id, { kind });
    await recordIncident(ctx, incidents[kind].made, { about: user._id });
  }
  if (account.secret === secret) return;
  await dropLinksTo(ctx, email);
  await recordIncident(ctx, incidents[kind].changed, { about: user._id });
  await changePassword(ctx, existing, secret);
}

/** Removes a member of staff from the command line, even the last one. Returns how many of this kind remain. */
export async function removeStaff(ctx: MutationCtx, kind: StaffKind, email: string): Promise<number> {
  const found = await findAccount(ctx, "moderator", email);
  if (found?.user.kind !== kind) {
    fail("NOT_FOUND", kind === "moderator" ? "No moderator has this address." : "No organiser has this address.");
  }
  await dismissStaff(ctx, found);
  await recordIncident(ctx, incidents[kind].removed, { about: found.user._id });
  return (await listStaff(ctx, kind)).length;
}

/**
 * Removes a staff account: sessions and claim end, the last decision takes effect, and sent links stop working. The address can be used
 * again. Their decisions keep an id that names nobody.
 */
export async function dismissStaff(ctx: MutationCtx, { account, user }: Account): Promise<void> {
  await endSessions(ctx, user._id);
  await dropClaim(ctx, user._id);
  await finishDecisionOf(ctx, user._id);
  await drop(ctx, user._id);
  await dropLinksOf(ctx, user);
  await resetLimitsOf(ctx, user._id);
  await deleteOwnRows(ctx, user._id, MAX_MAILS);
  await resetGuessesAt(ctx, "moderator", user.email);
  await ctx.db.delete("authAccounts", account._id);
  await ctx.db.delete("users", user._id);
}

const incidents = {
  moderator: { made: "moderatorMade", changed: "moderatorChanged", removed: "moderatorRemoved" },
  organiser: { made: "organiserMade", changed: "organiserChanged", removed: "organiserRemoved" },
} as const;

/** Mails to one member of staff. Only a colleague who turns off a second factor sends one. */
const MAX_MAILS = 200;
/** More than any festival has. */
const MAX_STAFF = 200;

async function staffUsers(ctx: QueryCtx): Promise<Staff[]> {
  const accounts = await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) => q.eq("provider", "moderator"))
    .take(MAX_STAFF);
  const users = await Promise.all(accounts.map(({ userId }) => ctx.db.get("users", userId)));
  return users.filter((user) => user !== null && isStaff(user)).toSorted((a, b) => a._creationTime - b._creationTime);
}
