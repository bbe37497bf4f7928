/** The limits on guessing and using secrets: the password of an address, a code mailed to it, a mailed link. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { linkCheck } from "../../validators/common";
import type { SignInProvider } from "./accounts";
import { spendHash, spendOverall } from "../throttle/budgets";
import { leftOf, peek, resetLimit, spend } from "../throttle/limits";

/** The unused code that an address was mailed last. */
export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await ctx.db
    .query("codes")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

type PasswordLimit = "guess" | "guessUnknown" | "guessModerator";

/**
 * Returns the limit that a guess at a password counts on. Guesses at an address without an account are counted apart, so that they
 * do not slow somebody who signs up later.
 */
export function passwordLimit(provider: SignInProvider, hasAccount: boolean): PasswordLimit {
  if (provider === "moderator") return "guessModerator";
  return hasAccount ? "guess" : "guessUnknown";
}

/** Returns how long a guess at a password has to wait, in milliseconds; null: it may be made. Counts nothing. */
export async function peekGuesses(ctx: MutationCtx, limit: PasswordLimit, address: string): Promise<number | null> {
  const own = await peek(ctx, limit, address);
  return own ?? (limit === "guessUnknown" ? await peek(ctx, "guess", address) : null);
}

/** Counts a guess at a code. Returns the milliseconds to wait; null: go on. */
export async function spendCodeGuess(ctx: MutationCtx, address: string, hasCode: boolean): Promise<number | null> {
  return await spend(ctx, hasCode ? "codeGuess" : "codeGuessUnknown", address);
}

/** How many tries an address without a code is told of, so that its answers are those at a code. */
export async function pretendedTries(ctx: MutationCtx, address: string): Promise<number> {
  return await leftOf(ctx, "codeGuessUnknown", address);
}

/**
 * Counts a use of a mailed link by which a password is set; null: the token is wrong. Only wrong ones count on the overall budget of
 * tokens, so that a flood of them blocks no valid link. A use that the budget of hashes refuses is not counted: the same call with a
 * proof is the same use.
 */
export async function useLink(
  ctx: MutationCtx,
  link: { usesLeft: number } | null,
  isProven: boolean,
  save: (usesLeft: number) => Promise<void>,
): Promise<Infer<typeof linkCheck>> {
  if (link === null || link.usesLeft === 0) {
    const wait = await spendOverall(ctx, "resetToken");
    return wait === null ? { kind: "wrong" } : { kind: "wait", retryAfter: wait };
  }
  const hash = await spendHash(ctx, "newPassword", isProven);
  if (hash.kind === "permitted") await save(link.usesLeft - 1);
  return hash;
}

/** Resets the guesses at an address, once its secret was given or is gone. */
export async function resetGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of guesses) await resetLimit(ctx, limit, address);
}

const guesses = ["guess", "guessUnknown", "codeGuess", "codeGuessUnknown"] as const;
