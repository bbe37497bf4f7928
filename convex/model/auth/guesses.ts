/** Uses mailed links that set a password, and resets the guesses at an address. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { linkCheck } from "../../validators/auth";
import { spendHash, spendOverall } from "../throttle/budgets";
import { resetLimit } from "../throttle/limits";

export async function codeFor(ctx: QueryCtx, email: string): Promise<Doc<"codes"> | null> {
  return await getOneFrom(ctx.db, "codes", "by_email", email);
}

/**
 * Counts one use of a mailed link that sets a password. Returns null if the token is wrong. Only wrong tokens count against the overall
 * budget, so a flood of them blocks no valid link. A use that the hash budget refuses is not counted: the retry with a proof is the same
 * use.
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
  const permit = await spendHash(ctx, "newPassword", isProven);
  if (permit.kind === "permitted") await save(link.usesLeft - 1);
  return permit;
}

/** Resets the guesses at an address, after its secret was entered correctly or deleted. */
export async function resetGuesses(ctx: MutationCtx, address: string): Promise<void> {
  for (const limit of guessLimits) await resetLimit(ctx, limit, address);
}

const guessLimits = ["guess", "guessUnknown", "codeGuess", "codeGuessUnknown"] as const;
