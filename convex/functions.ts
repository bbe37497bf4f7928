/**
 * Who may call a function. Every public function is built from one of these. The builders of `_generated/server` are for
 * internal functions only.
 *
 * All guards check the same: identity, session row exists and is not expired, user row exists, kind, status. So sign-out, reset, deletion,
 * rejection and suspension take effect at once, even on open subscriptions.
 */
import { customCtx, customAction, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { Auth, GenericDatabaseReader } from "convex/server";
import { internal } from "./_generated/api";
import type { DataModel, Doc, Id } from "./_generated/dataModel";
import {
  action,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
} from "./_generated/server";
import { failClosed, isClosed } from "./model/festival/festival";
import { isMember } from "./model/rows/knownStatus";
import { profileOf } from "./model/rows/profiles";
import { isRequired } from "./model/secondFactor/secondFactor";
import { isStaff, type Staff } from "./model/staff/staff";
import { recordSeen } from "./model/auth/presence";
import { spend } from "./model/throttle/limits";
import { fail, failTooMany, failSignedOut } from "./shared/errors";
import type { GuardName, Who } from "./shared/guards";

export type User = Doc<"users">;
export type Profile = Doc<"profiles">;

/** For everybody, signed in or not. */
export const publicQuery = guardedBuilder("anyone", identity<typeof query>, query);
export const publicMutation = guardedBuilder("anyone", identity<typeof mutation>, mutation);
export const publicAction = guardedBuilder("anyone", identity<typeof action>, action);

/** For internal calls on behalf of the caller. They check the caller's identity again. */
export const callerQuery = guardedBuilder("anyone", identity<typeof internalQuery>, internalQuery);
export const callerMutation = guardedBuilder("anyone", identity<typeof internalMutation>, internalMutation);
export const callerAction = guardedBuilder("anyone", identity<typeof internalAction>, internalAction);

/** For signed-in attendees of any status: `ctx.user`. */
export const userQuery = queryFor("user");
export const userMutation = limitedMutationFor("user");
export const userAction = actionFor("user", "userId");

/** For attendees with an approved profile, until the app closes: `ctx.user`, and their profile `ctx.me`. */
export const memberQuery = queryFor("member");
export const memberMutation = limitedMutationFor("member");
export const memberAction = actionFor("member", "userId");

/** For approved attendees, in functions that need no profile: `ctx.user` alone, which saves a read. */
export const approvedQuery = queryFor("approved");
export const approvedMutation = limitedMutationFor("approved");

/** For moderators and organisers, for their own account: `ctx.staff`. A mutation records that they are on duty. */
export const staffQuery = queryFor("staff");
export const staffMutation = staffMutationFor("staff");
export const staffAction = actionFor("staff", "staffId");

/** For moderators and organisers: `ctx.moderator`. */
export const moderatorQuery = queryFor("moderator");
export const moderatorMutation = staffMutationFor("moderator");
export const moderatorAction = actionFor("moderator", "moderatorId");

/** For organisers alone: `ctx.organiser`. */
export const organiserQuery = queryFor("organiser");
export const organiserMutation = staffMutationFor("organiser");
export const organiserAction = actionFor("organiser", "organiserId");

/** Builds functions that run only for people the guard lets pass. Adds the guard's result to `ctx`. */
function queryFor<Name extends Guard>(name: Name) {
  const guard = async (ctx: QueryCtx): Promise<GuardResults[Name]> => await guards()[name](ctx);
  return guardedBuilder(guardNameOf(name), (base: typeof query) => customQuery(base, customCtx(guard)), query);
}

/** Builds attendees' mutations, which count against the write budget unless they have a limit of their own. */
function limitedMutationFor<Name extends "user" | "approved" | "member">(name: Name) {
  const guard = async (ctx: MutationCtx, { hasOwnLimit }: { hasOwnLimit?: true }): Promise<GuardResults[Name]> => {
    const result = await guards()[name](ctx);
    const wait = hasOwnLimit ? null : await spend(ctx, "write", result.user._id);
    if (wait !== null) failTooMany(wait);
    return result;
  };
  return guardedBuilder(guardNameOf(name), (base: typeof mutation) => customMutation(base, customCtx(guard)), mutation);
}

/** Builds staff mutations, which also record that the session is in use. */
function staffMutationFor<Name extends "staff" | "moderator" | "organiser">(who: Name) {
  const guard = async (ctx: MutationCtx): Promise<GuardResults[Name]> => {
    const result = await guards()[who](ctx);
    await recordSeen(ctx, userIn(result)._id);
    return result;
  };
  return guardedBuilder(who, (base: typeof mutation) => customMutation(base, customCtx(guard)), mutation);
}

/** Builds actions. An action cannot read the database, so it calls a query that has the guard. */
function actionFor<Field extends string>(who: GuardName, field: Field) {
  const guard = async ({ runQuery }: ActionCtx) => {
    const userId: Id<"users"> = await runQuery(internal.auth.callerId, { who });
    return { [field]: userId } as Record<Field, Id<"users">>;
  };
  return guardedBuilder(who, (base: typeof action) => customAction(base, customCtx(guard)), action);
}

/** Adds the guard's name and the definition to each function. REST uses them to run it for a token's user (`rest/calls.ts`). */
function guardedBuilder<Base, Built>(who: Who, make: (base: Base) => Built, base: Base): Built {
  const [build, define] = [make(base), make(((spec: object) => spec) as Base)] as [Build, Build];
  return ((spec: object) => Object.assign(build(spec), { who, definition: define(spec) })) as Built;
}

type Build = (spec: object) => object;

function identity<Base>(base: Base): Base {
  return base;
}

type Caller = { user: Id<"users">; session: Id<"authSessions"> };
type GuardCtx = { db: GenericDatabaseReader<DataModel>; auth: Auth };
/** `approved` lets the same people pass as `member`. */
type Guard = GuardName | "approved";

/** The fields that each guard adds to `ctx`. */
interface GuardResults {
  user: { user: User };
  approved: { user: User };
  member: { user: User; me: Profile };
  staff: { staff: Staff };
  moderator: { moderator: Staff };
  organiser: { organiser: Staff };
}

/** A function, not a constant, because the builders above need it while this module loads. */
function guards(): { [Name in Guard]: (ctx: GuardCtx) => Promise<GuardResults[Name]> } {
  return {
    user: asUser,
    approved: asApproved,
    member: asMember,
    staff: asStaff,
    moderator: asModerator,
    organiser: asOrganiser,
  };
}

function guardNameOf(name: Guard): GuardName {
  return name === "approved" ? "member" : name;
}

/** Returns the caller's id. Throws for people the guard does not let pass. */
export async function idOfCaller(ctx: GuardCtx, who: GuardName): Promise<Id<"users">> {
  return userIn(await guards()[who](ctx))._id;
}

function userIn(result: GuardResults[GuardName]): User {
  if ("user" in result) return result.user;
  return "staff" in result ? result.staff : "moderator" in result ? result.moderator : result.organiser;
}

/** Returns the signed-in attendee, of any status. */
export async function asUser(ctx: GuardCtx): Promise<{ user: User }> {
  return { user: attendee(await userOf(ctx)) };
}

/** Returns the signed-in attendee, whose profile must be approved. */
export async function asApproved(ctx: GuardCtx): Promise<{ user: User }> {
  const caller = await callerOf(ctx);
  const [user, closed] = await Promise.all([sessionUser(ctx, caller), isClosed(ctx)]);
  return { user: approved(user, closed) };
}

/** Returns the signed-in attendee and their profile, which must be approved. Reads everything in parallel, to save round trips. */
export async function asMember(ctx: GuardCtx): Promise<{ user: User; me: Profile }> {
  const caller = await callerOf(ctx);
  const profile = caller ? profileOf(ctx, caller.user) : Promise.resolve(null);
  const [user, closed, me] = await Promise.all([sessionUser(ctx, caller), isClosed(ctx), profile]);
  return { user: approved(user, closed), me: me ?? fail("FORBIDDEN", NOT_APPROVED) };
}

const NOT_APPROVED = "Your profile has to be approved first.";

function attendee(user: User | null): User {
  if (user === null) failSignedOut();
  return user.kind === "user" ? user : fail("FORBIDDEN", "Please sign in as an attendee.");
}

function approved(user: User | null, closed: boolean): User {
  const own = attendee(user);
  if (!isMember(own)) fail("FORBIDDEN", NOT_APPROVED);
  return closed ? failClosed() : own;
}

/** Returns the signed-in moderator or organiser. */
export async function asStaff(ctx: GuardCtx): Promise<{ staff: Staff }> {
  const user = (await userOf(ctx)) ?? failSignedOut();
  if (!isStaff(user)) fail("FORBIDDEN", "Please sign in as a moderator.");
  return { staff: user };
}

/** Returns the signed-in moderator or organiser. Throws while a required second factor is not set up. */
export async function asModerator(ctx: GuardCtx): Promise<{ moderator: Staff }> {
  const { staff } = await asStaff(ctx);
  if (!staff.secondFactor && (await isRequired(ctx))) fail("FORBIDDEN", "Please set up a second factor first.");
  return { moderator: staff };
}

export async function asOrganiser(ctx: GuardCtx): Promise<{ organiser: Staff }> {
  const { moderator } = await asModerator(ctx);
  if (moderator.kind !== "organiser") fail("FORBIDDEN", "Please sign in as an organiser.");
  return { organiser: moderator };
}

/** Returns the signed-in attendee, or null for anyone else. For functions that are open to everybody. */
export async function attendeeOf(ctx: GuardCtx): Promise<User | null> {
  const user = await userOf(ctx);
  return user?.kind === "user" ? user : null;
}

async function userOf(ctx: GuardCtx): Promise<User | null> {
  return await sessionUser(ctx, await callerOf(ctx));
}

/** Returns the ids in the caller's token, or null. */
async function callerOf({ auth, db }: GuardCtx): Promise<Caller | null> {
  const [userId = "", sessionId = ""] = (await auth.getUserIdentity())?.subject.split("|") ?? [];
  const [user, session] = [db.normalizeId("users", userId), db.normalizeId("authSessions", sessionId)];
  return user && session && { user, session };
}

async function sessionUser({ db }: GuardCtx, caller: Caller | null): Promise<User | null> {
  if (caller === null) return null;
  const { user, session } = caller;
  const [sessionRow, userRow] = await Promise.all([db.get("authSessions", session), db.get("users", user)]);
  // Queries read the clock here on purpose: a cached result must not outlive the session.
  const isLive = sessionRow !== null && sessionRow.userId === user && sessionRow.expirationTime >= Date.now();
  return isLive ? userRow : null;
}
