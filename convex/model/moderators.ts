/** Moderators as the command line sees them: who there is, and removing one. */
import type { Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import type { listedModerator } from "../validatorsModerator";
import { endSessions, findAccount } from "./authAccounts";
import { hashAddress } from "./authSecrets";
import { recordIncident } from "./incidents";
import { dropClaim } from "./moderationClaims";
import { resetLimit } from "./throttle";

/** All moderators, with the number of devices on which each is signed in. */
export async function listModerators(ctx: QueryCtx): Promise<Infer<typeof listedModerator>[]> {
  const accounts = await moderatorAccounts(ctx);
  return await Promise.all(
    accounts.map(async ({ userId, providerAccountId: email, _creationTime }) => {
      const sessions = ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId));
      const signedIn = (await sessions.take(MOST)).filter(({ expirationTime }) => expirationTime > Date.now()).length;
      return { id: userId, email, since: new Date(_creationTime).toISOString(), signedIn };
    }),
  );
}

/**
 * Removes a moderator, the last one too: their sessions and their claim end, and the address can be made a moderator again.
 * Their decisions stay, by an id that names nobody any more. Answers how many moderators are left.
 */
export async function removeModerator(ctx: MutationCtx, email: string): Promise<number> {
  const found = await findAccount(ctx, "moderator", email);
  if (found === null) fail("NOT_FOUND", "No moderator has this address.");
  const { account, user } = found;
  await endSessions(ctx, user._id);
  await dropClaim(ctx, user._id);
  await resetLimit(ctx, "guessModerator", await hashAddress(email));
  await ctx.db.delete("authAccounts", account._id);
  await ctx.db.delete("users", user._id);
  await recordIncident(ctx, "moderatorRemoved", { about: user._id });
  return (await moderatorAccounts(ctx)).length;
}

/** More than any festival has. */
const MOST = 200;

async function moderatorAccounts(ctx: QueryCtx) {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) => q.eq("provider", "moderator"))
    .take(MOST);
}
