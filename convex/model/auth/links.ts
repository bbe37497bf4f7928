/**
 * Whether a mailed link still works, so that a page can say that it does not before anything is typed into it. The tokens are 256
 * bits long, so this helps nobody to guess one, and needs no budget. An expired link is deleted within ten minutes.
 */
import type { QueryCtx } from "../../_generated/server";
import { codeFor } from "./guesses";
import { hashLink, hashToken, isSameHash } from "./secrets";

/** Whether there is a reset link with this token. */
export async function hasReset(ctx: QueryCtx, token: string): Promise<boolean> {
  const tokenHash = await hashToken(token);
  const reset = ctx.db.query("resets").withIndex("by_tokenHash", (q) => q.eq("tokenHash", tokenHash));
  return (await reset.unique()) !== null;
}

/** Whether there is a sign-up link with this token for this address. */
export async function hasSignUpLink(ctx: QueryCtx, email: string, token: string): Promise<boolean> {
  const code = await codeFor(ctx, email);
  return code?.linkHash !== undefined && isSameHash(code.linkHash, await hashLink(email, token));
}
