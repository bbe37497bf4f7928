/**
 * Who may call. Every registered function of the product is built from one of these; the plain builders of
 * `_generated/server` are for internal functions only.
 *
 * One guard for all: identity → session row exists and is not expired → user row exists → kind → status. So sign-out,
 * reset, deletion, rejection and suspension work at once, also on open subscriptions.
 */
import { customCtx, customAction, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { GenericDatabaseReader } from "convex/server";
import type { Auth } from "convex/server";
import { internal } from "./_generated/api";
import type { DataModel, Doc, Id } from "./_generated/dataModel";
import { action, mutation, query } from "./_generated/server";
import { fail } from "./shared/errors";

export type User = Doc<"users">;
export type Profile = Doc<"profiles">;

/** For anybody, signed in or not. */
export const publicQuery = query;
export const publicMutation = mutation;
export const publicAction = action;

/** For whoever has an account, whatever their standing: `ctx.user`. */
export const userQuery = customQuery(query, customCtx(asUser));
export const userMutation = customMutation(mutation, customCtx(asUser));
export const userAction = customAction(
  action,
  customCtx(async (ctx): Promise<{ userId: Id<"users"> }> => ({
    userId: await ctx.runQuery(internal.auth.whoIsThis, {}),
  })),
);

/** For users whose profile is approved: `ctx.user` and their public profile, `ctx.me`. */
export const memberQuery = customQuery(query, customCtx(asMember));
export const memberMutation = customMutation(mutation, customCtx(asMember));

/** For moderators: `ctx.moderator`. */
export const moderatorQuery = customQuery(query, customCtx(asModerator));
export const moderatorMutation = customMutation(mutation, customCtx(asModerator));
export const moderatorAction = customAction(
  action,
  customCtx(async (ctx): Promise<{ moderatorId: Id<"users"> }> => ({
    moderatorId: await ctx.runQuery(internal.auth.whichModerator, {}),
  })),
);

type Asking = { db: GenericDatabaseReader<DataModel>; auth: Auth };

/** The attendee who is signed in, whatever their standing. */
export async function asUser(ctx: Asking): Promise<{ user: User }> {
  const user = await signedIn(ctx);
  if (user.kind !== "user") fail("FORBIDDEN", "Please sign in as an attendee.");
  return { user };
}

/** The approved attendee who is signed in, with their profile. */
export async function asMember(ctx: Asking): Promise<{ user: User; me: Profile }> {
  const { user } = await asUser(ctx);
  if (user.status !== "approved" && user.status !== "hidden") {
    fail("FORBIDDEN", "Your profile has to be approved first.");
  }
  const me = await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", user._id))
    .unique();
  if (me === null) fail("FORBIDDEN", "Your profile has to be approved first.");
  return { user, me };
}

/** The moderator who is signed in. */
export async function asModerator(ctx: Asking): Promise<{ moderator: User }> {
  const user = await signedIn(ctx);
  if (user.kind !== "moderator") fail("FORBIDDEN", "Please sign in as a moderator.");
  return { moderator: user };
}

async function signedIn(ctx: Asking): Promise<User> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) fail("UNAUTHENTICATED", "Session expired. Please login again.");
  const [userId, sessionId] = identity.subject.split("|");
  const session = sessionId ? ctx.db.normalizeId("authSessions", sessionId) : null;
  const user = userId ? ctx.db.normalizeId("users", userId) : null;
  if (session === null || user === null) fail("UNAUTHENTICATED", "Session expired. Please login again.");
  const [sessionRow, userRow] = await Promise.all([ctx.db.get("authSessions", session), ctx.db.get("users", user)]);
  // The clock is read here although this also guards queries: an ended session must not outlive its hour by a cached result.
  if (sessionRow === null || sessionRow.userId !== user || sessionRow.expirationTime < Date.now() || userRow === null) {
    fail("UNAUTHENTICATED", "Session expired. Please login again.");
  }
  return userRow;
}
