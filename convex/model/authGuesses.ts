/** One throttle for every way of guessing what opens an attendee's address: its password, or a code mailed to it. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { forgive, spend, waitFor } from "./throttle";

/** The code that an address was mailed last, if it was not used. */
export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await ctx.db
    .query("codes")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Counts a guess; tells how many milliseconds to wait instead when there were too many. While an address has neither account
 * nor code there is nothing to guess: that is answered alike and counted apart, so that whoever signs up with it later is
 * not kept out by what a stranger did before.
 */
export async function spendGuess(ctx: MutationCtx, address: string, opensSomething: boolean): Promise<number | null> {
  if (opensSomething) return await spend(ctx, "guess", address);
  return (await waitFor(ctx, "guess", address)) ?? (await spend(ctx, "guessAtNothing", address));
}

/** Forgets the guesses at an address, once what opens it was given or is gone. */
export async function forgiveGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of ["guess", "guessAtNothing"] as const) await forgive(ctx, limit, address);
}
