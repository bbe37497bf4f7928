/**
 * Who may call a function. Every public function is built from one of these; the builders of `_generated/server` are for
 * internal functions only.
 *
 * All guards check the same: identity, session row exists and is not expired, user row exists, kind, status. So sign-out,
 * reset, deletion, rejection and suspension take effect at once, also on open subscriptions.
 */
import { customCtx, customAction, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { Auth, GenericDatabaseReader } from "convex/server";
import { internal } from "./_generated/api";
import type { DataModel, Doc, Id } from "./_generated/dataModel";
import {
  action,
  internalMutation,
  internalQuery,
  mutation,
  query,
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
} from "./_generated/server";
import { failIfClosed } from "./model/closingState";
import { profileOf } from "./model/profilesRows";
import { isRequired } from "./model/secondFactor";
import { isStaff, type Staff } from "./model/staff";
import { noteSeen } from "./model/staffPresence";
import { fail } from "./shared/errors";

export type User = Doc<"users">;
export type Profile = Doc<"profiles">;

/** For everybody, signed in or not. */
export const publicQuery = defined(same<typeof query>, query);
export const publicMutation = defined(same<typeof mutation>, mutation);
export const publicAction = defined(same<typeof action>, action);

/** For this deployment alone, where it asks who calls. */
export const askingQuery = defined(same<typeof internalQuery>, internalQuery);
export const askingMutation = defined(same<typeof internalMutation>, internalMutation);

/** For signed-in attendees of any status: `ctx.user`. */
export const userQuery = queryFor(asUser);
export const userMutation = mutationFor(asUser);
export const userAction = actionFor(userIdOf);

/** For attendees whose profile is approved, until the app is closed: `ctx.user`, and their profile `ctx.me`. */
export const memberQuery = queryFor(asMember);
export const memberMutation = mutationFor(asMember);

/** For moderators and organisers, for what each has for themselves: `ctx.staff`. A mutation of theirs is a sign that they are here. */
export const staffQuery = queryFor(asStaff);
export const staffMutation = mutationFor(seen(asStaff));
export const staffAction = actionFor(staffIdOf);

/** For moderators and organisers: `ctx.moderator`. */
export const moderatorQuery = queryFor(asModerator);
export const moderatorMutation = mutationFor(seen(asModerator));
export const moderatorAction = actionFor(moderatorIdOf);

/** For organisers alone: `ctx.organiser`. */
export const organiserQuery = queryFor(asOrganiser);
export const organiserMutation = mutationFor(seen(asOrganiser));
export const organiserAction = actionFor(organiserIdOf);

/** Builders whose functions run for those that a guard lets pass, and find in `ctx` what it gives. */
function queryFor<Who extends object>(guard: (ctx: QueryCtx) => Promise<Who>) {
  return defined((base: typeof query) => customQuery(base, customCtx(guard)), query);
}

function mutationFor<Who extends object>(guard: (ctx: MutationCtx) => Promise<Who>) {
  return defined((base: typeof mutation) => customMutation(base, customCtx(guard)), mutation);
}

function actionFor<Who extends object>(guard: (ctx: ActionCtx) => Promise<Who>) {
  return defined((base: typeof action) => customAction(base, customCtx(guard)), action);
}

/** A builder whose functions keep their definition beside them: by it the REST API runs them for the person of a token (`rest/calls.ts`). */
function defined<Base, Built>(make: (base: Base) => Built, base: Base): Built {
  const [build, define] = [make(base), make(((spec: object) => spec) as Base)] as [Build, Build];
  return ((spec: object) => Object.assign(build(spec), { definition: define(spec) })) as Built;
}

type Build = (spec: object) => object;

function same<Base>(base: Base): Base {
  return base;
}

type GuardCtx = { db: GenericDatabaseReader<DataModel>; auth: Auth };

/** The signed-in attendee, of any status. */
export async function asUser(ctx: GuardCtx): Promise<{ user: User }> {
  const user = await signedIn(ctx);
  if (user.kind !== "user") fail("FORBIDDEN", "Please sign in as an attendee.");
  return { user };
}

/** The signed-in attendee with their profile, which must be approved. */
export async function asMember(ctx: GuardCtx): Promise<{ user: User; me: Profile }> {
  const { user } = await asUser(ctx);
  if (user.status !== "approved" && user.status !== "hidden") {
    fail("FORBIDDEN", "Your profile has to be approved first.");
  }
  await failIfClosed(ctx);
  const me = await profileOf(ctx, user._id);
  if (me === null) fail("FORBIDDEN", "Your profile has to be approved first.");
  return { user, me };
}

/** The signed-in moderator or organiser. */
export async function asStaff(ctx: GuardCtx): Promise<{ staff: Staff }> {
  const user = await signedIn(ctx);
  if (!isStaff(user)) fail("FORBIDDEN", "Please sign in as a moderator.");
  return { staff: user };
}

/** The signed-in moderator or organiser, who may do the work of moderators: they have a second factor where all must. */
export async function asModerator(ctx: GuardCtx): Promise<{ moderator: Staff }> {
  const { staff } = await asStaff(ctx);
  if (!staff.secondFactor && (await isRequired(ctx))) fail("FORBIDDEN", "Please set up a second factor first.");
  return { moderator: staff };
}

/** The signed-in organiser. */
export async function asOrganiser(ctx: GuardCtx): Promise<{ organiser: Staff }> {
  const { moderator } = await asModerator(ctx);
  if (moderator.kind !== "organiser") fail("FORBIDDEN", "Please sign in as an organiser.");
  return { organiser: moderator };
}

/** The same guard for mutations, which also notes that the session is in use. */
function seen<Who extends Record<string, Staff>>(guard: (ctx: MutationCtx) => Promise<Who>) {
  return async (ctx: MutationCtx): Promise<Who> => {
    const who = await guard(ctx);
    for (const { _id } of Object.values(who)) await noteSeen(ctx, _id);
    return who;
  };
}

async function userIdOf({ runQuery }: ActionCtx): Promise<{ userId: Id<"users"> }> {
  return { userId: await runQuery(internal.auth.whoIsThis, {}) };
}

async function moderatorIdOf({ runQuery }: ActionCtx): Promise<{ moderatorId: Id<"users"> }> {
  return { moderatorId: await runQuery(internal.auth.whichModerator, {}) };
}

async function staffIdOf({ runQuery }: ActionCtx): Promise<{ staffId: Id<"users"> }> {
  return { staffId: await runQuery(internal.auth.whichStaff, {}) };
}

async function organiserIdOf({ runQuery }: ActionCtx): Promise<{ organiserId: Id<"users"> }> {
  return { organiserId: await runQuery(internal.auth.whichOrganiser, {}) };
}

/** The signed-in attendee of a function that is for everybody; null for others. */
export async function attendeeOf(ctx: GuardCtx): Promise<User | null> {
  const user = await sessionUser(ctx);
  return user?.kind === "user" ? user : null;
}

async function signedIn(ctx: GuardCtx): Promise<User> {
  const user = await sessionUser(ctx);
  if (user === null) fail("UNAUTHENTICATED", "Session expired. Please login again.");
  return user;
}

/** The user of a live session; null without one. */
async function sessionUser(ctx: GuardCtx): Promise<User | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return null;
  const [userId, sessionId] = identity.subject.split("|");
  const session = sessionId ? ctx.db.normalizeId("authSessions", sessionId) : null;
  const user = userId ? ctx.db.normalizeId("users", userId) : null;
  if (session === null || user === null) return null;
  const [sessionRow, userRow] = await Promise.all([ctx.db.get("authSessions", session), ctx.db.get("users", user)]);
  // Queries read the clock here on purpose: a cached result must not outlive the session.
  const isLive = sessionRow !== null && sessionRow.userId === user && sessionRow.expirationTime >= Date.now();
  return isLive ? userRow : null;
}
