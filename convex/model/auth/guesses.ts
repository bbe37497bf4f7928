/** Limits on guessing and using secrets: an address's password, a mailed code, a mailed link. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { linkCheck } from "../../validators/common";
import type { SignInProvider } from "./accounts";
import { spendHash, spendOverall } from "../throttle/budgets";
import { leftOf, peek, resetLimit, spend } from "../throttle/limits";

export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await getOneFrom(ctx.db, "codes", "by_email", email);
}

type PasswordLimit = "guess" | "guessUnknown" | "guessModerator";

/**
 * Returns the limit for guesses at a password. Guesses at an address without an account have their own, so they do not delay its owner
 * after a later sign-up.
 */
export function passwordLimit(provider: SignInProvider, hasAccount: boolean): PasswordLimit {
  if (provider === "moderator") return "guessModerator";
  return hasAccount ? "guess" : "guessUnknown";
}

/** Returns how many milliseconds a password guess must wait, or null for none. Counts nothing. */
export async function peekGuesses(ctx: MutationCtx, limit: PasswordLimit, address: string): Promise<number | null> {
  const own = await peek(ctx, limit, address);
  return own ?? (limit === "guessUnknown" ? await peek(ctx, "guess", address) : null);
}

/** Counts a guess at a code. Returns the milliseconds to wait, or null to proceed. */
export async function spendCodeGuess(ctx: MutationCtx, address: string, hasCode: boolean): Promise<number | null> {
  return await spend(ctx, hasCode ? "codeGuess" : "codeGuessUnknown", address);
}

/** Returns the tries to report for an address without a code, so that its responses match those for a code. */
export async function pretendedTries(ctx: MutationCtx, address: string): Promise<number> {
  return await leftOf(ctx, "codeGuessUnknown", address);
}

/**
 * Counts a use of a mailed link that sets a password. Returns null if the token is wrong. Only wrong tokens count on the overall budget, so
 * a flood of them blocks no valid link. A use that the hash budget refuses is not counted: the repeated call with a proof is the same use.
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

/** Resets the guesses at an address, after its secret was given or deleted. */
export async function resetGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of guesses) await resetLimit(ctx, limit, address);
}

const guesses = ["guess", "guessUnknown", "codeGuess", "codeGuessUnknown"] as const;
