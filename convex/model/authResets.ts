/**
 * Links that let somebody choose a new password. Kept as a keyed hash, apart from sign-up codes; only the newest of an
 * account is good. Nothing here asks the guess throttle: whoever guesses at an address cannot keep its owner out.
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { changePassword, excuse, findAccount, type Account } from "./authAccounts";
import { hashAddress } from "./authSecrets";
import { queueMail } from "./mails";
import { spend, spendOverall, waitForOverall } from "./throttle";

/** Refusals come back as values: throwing would take the counters back. */
export type ResetVerdict = { kind: "right" } | { kind: "wrong" } | { kind: "wait"; retryAfter: number };

/**
 * Counts a wish for a link and has it mailed. Null: go on; otherwise the milliseconds to wait. The same is done for every
 * address, known or not, and the mail leaves later, so neither answer nor time tells who has an account.
 */
export async function grantReset(ctx: MutationCtx, email: string): Promise<number | null> {
  const found = await findAccount(ctx, "password", email);
  const wait = (await spend(ctx, "reset", await hashAddress(email))) ?? (await waitForOverall(ctx, "reset"));
  if (wait !== null) return wait;
  const over = await spendOverall(ctx, found === null ? "resetAtNothing" : "reset");
  // Whoever asks is told of one budget alone, whichever is spent: from the other nothing would be mailed anyway.
  if (over !== null) return found === null ? null : over;
  await queueMail(ctx, { kind: "reset", userId: found?.user._id ?? null });
  return null;
}

/** Makes a token the one that counts for somebody, unless they are gone. */
export async function keepReset(ctx: MutationCtx, userId: Id<"users">, tokenHash: string): Promise<void> {
  if ((await ownerOf(ctx, userId)) === null) return;
  await dropResets(ctx, userId);
  const expiresAt = Date.now() + limits.resetLifetime;
  await ctx.db.insert("resets", { userId, tokenHash, expiresAt, triesLeft: limits.resetTries });
}

/** Judges a token. Only wrong ones count on the budget, so that no flood of them shuts a true link out. */
export async function judgeReset(ctx: MutationCtx, tokenHash: string): Promise<ResetVerdict> {
  const reset = await resetBy(ctx, tokenHash);
  if (reset === null || reset.triesLeft === 0) {
    const wait = await spendOverall(ctx, "resetToken");
    return wait === null ? { kind: "wrong" } : { kind: "wait", retryAfter: wait };
  }
  // A true link may not be used to keep the machine hashing either.
  await ctx.db.patch("resets", reset._id, { triesLeft: reset.triesLeft - 1 });
  return { kind: "right" };
}

/** Uses a link up: the password changes and every session ends. False when it was used, replaced or ran out meanwhile. */
export async function useReset(ctx: MutationCtx, tokenHash: string, secret: string): Promise<boolean> {
  const reset = await resetBy(ctx, tokenHash);
  const owner = reset && (await ownerOf(ctx, reset.userId));
  if (reset === null || owner === null) return false;
  await ctx.db.delete("resets", reset._id);
  await changePassword(ctx, owner, secret);
  await excuse(ctx, owner.user);
  return true;
}

/** Ends the links of somebody. */
export async function dropResets(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const resets = ctx.db.query("resets").withIndex("by_userId", (q) => q.eq("userId", userId));
  for (const { _id } of await resets.take(10)) await ctx.db.delete("resets", _id);
}

async function ownerOf(ctx: QueryCtx, userId: Id<"users">): Promise<Account | null> {
  const user = await ctx.db.get("users", userId);
  return user && (await findAccount(ctx, "password", user.email));
}

/** The link with this token, unless it has run out. */
async function resetBy(ctx: QueryCtx, tokenHash: string) {
  const reset = await ctx.db
    .query("resets")
    .withIndex("by_tokenHash", (q) => q.eq("tokenHash", tokenHash))
    .unique();
  return reset !== null && reset.expiresAt > Date.now() ? reset : null;
}
