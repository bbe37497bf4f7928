/** The limits on guessing the secrets of an attendee's address: its password, or a code mailed to it. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { leftOf, peek, resetLimit, spend } from "./throttle";

/** The unused code that an address was mailed last. */
export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await ctx.db
    .query("codes")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Counts a guess at a password. Null: go on; otherwise the milliseconds to wait. Guesses at an address without an account get
 * the same answers but are counted apart, so that they do not slow somebody who signs up later.
 */
export async function spendGuess(ctx: MutationCtx, address: string, hasAccount: boolean): Promise<number | null> {
  if (hasAccount) return await spend(ctx, "guess", address);
  return (await peek(ctx, "guess", address)) ?? (await spend(ctx, "guessUnknown", address));
}

/** The same for a guess at a code. */
export async function spendCodeGuess(ctx: MutationCtx, address: string, hasCode: boolean): Promise<number | null> {
  return await spend(ctx, hasCode ? "codeGuess" : "codeGuessUnknown", address);
}

/** How many tries an address without a code is told of, so that its answers are those at a code. */
export async function pretendedTries(ctx: MutationCtx, address: string): Promise<number> {
  return await leftOf(ctx, "codeGuessUnknown", address);
}

/** Resets the guesses at an address, once its secret was given or is gone. */
export async function resetGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of guesses) await resetLimit(ctx, limit, address);
}

const guesses = ["guess", "guessUnknown", "codeGuess", "codeGuessUnknown"] as const;
