/** One limit for every way of guessing the secret of an attendee's address: its password, or a code mailed to it. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { peek, resetLimit, spend } from "./throttle";

/** The unused code that an address was mailed last. */
export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await ctx.db
    .query("codes")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Counts a guess. Null: go on; otherwise the milliseconds to wait. `isKnown`: the address has an account or a code. Guesses
 * at other addresses get the same answers but are counted apart, so that they do not slow somebody who signs up later.
 */
export async function spendGuess(ctx: MutationCtx, address: string, isKnown: boolean): Promise<number | null> {
  if (isKnown) return await spend(ctx, "guess", address);
  return (await peek(ctx, "guess", address)) ?? (await spend(ctx, "guessUnknown", address));
}

/** Resets the guesses at an address, once its secret was given or is gone. */
export async function resetGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of ["guess", "guessUnknown"] as const) await resetLimit(ctx, limit, address);
}
