/** An organiser's emergency measures, from the command line only. Each is logged. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import type { foundUser } from "../validators/incidents";
import { endSession, endSessions, findAccount } from "./auth/accounts";
import { enterDeck } from "./deck/deck";
import { recordIncident } from "./incidents";
import { takeDown, showAgain } from "./photos/photos";
import { profileOf } from "./rows/profiles";

/** Returns the accounts of the mailbox of a normalised address: an attendee's, a staff member's, or both. */
export async function usersOf(ctx: QueryCtx, email: string): Promise<Infer<typeof foundUser>[]> {
  const accounts = [await findAccount(ctx, "password", email), await findAccount(ctx, "moderator", email)];
  return accounts
    .flatMap((account) => (account ? [account.user] : []))
    .map(({ _id, kind, status }) => ({ id: _id, kind, status }));
}

export async function signOutUser(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  await userOrFail(ctx, userId);
  await recordIncident(ctx, "signedOut", { about: userId });
  await endSessions(ctx, userId);
}

export async function signOutEverybody(ctx: MutationCtx, isFirst: boolean): Promise<void> {
  if (isFirst) await recordIncident(ctx, "everybodySignedOut", {});
  const sessions = await ctx.db.query("authSessions").take(BATCH);
  for (const { _id } of sessions) await endSession(ctx, _id);
  if (sessions.length === BATCH) await ctx.scheduler.runAfter(0, internal.incidents.signOutRest, {});
}

/** Gives every picture of a user a new address. The old addresses respond like unknown ones. */
export async function movePhotos(ctx: MutationCtx, userId: Id<"users">): Promise<number> {
  const user = await userOrFail(ctx, userId);
  const photos = ctx.db.query("photos").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await photos.take(BATCH);
  for (const { _id } of rows) await takeDown(ctx, _id);
  const profile = user.status === "approved" ? await profileOf(ctx, userId) : null;
  if (profile !== null) await enterDeck(ctx, profile);
  if (user.status !== "suspended")
    await showAgain(
      ctx,
      rows.filter(({ retired }) => !retired).map(({ _id }) => _id),
    );
  await recordIncident(ctx, "photosMoved", { about: userId });
  return rows.length;
}

/** Ending a session also deletes a few of its tokens. */
const BATCH = 100;

async function userOrFail(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"users">> {
  return (await ctx.db.get("users", userId)) ?? fail("NOT_FOUND", "There is no such user.");
}
