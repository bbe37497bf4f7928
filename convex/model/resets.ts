/**
 * Links for choosing a new password. They are stored as keyed hashes, and only an account's newest link is valid. The guess limit does not
 * apply, so guessing at an address cannot keep its owner from a reset.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { checked, emailForm, strongPassword } from "../shared/forms";
import { limits } from "../shared/limits";
import type { linkCheck } from "../validators/auth";
import { changePassword, findAccount, startResetGrace, type Account } from "./auth/accounts";
import { useLink } from "./auth/guesses";
import { checkProof, failRefused } from "./auth/proofs";
import { hashAddress, hashed, hashPassword } from "./auth/secrets";
import { recordIncident } from "./incidents";
import { queueMail } from "./mails/mails";
import { deleteRows } from "./rows/writing";
import { peekHalves, spendHalves, spendOverall, type BudgetRefusal } from "./throttle/budgets";
import { spend } from "./throttle/limits";

/** Asks for a link. Call it in an action, like `resetPassword`. */
export async function requestReset(
  ctx: ActionCtx,
  { proof, ...typed }: { email: string; proof?: string },
): Promise<void> {
  const { email } = checked(emailForm, typed);
  const isProven = await checkProof(ctx, "requestReset", email, proof);
  const refusal: BudgetRefusal | null = await ctx.runMutation(internal.auth.queueReset, { email, isProven });
  if (refusal !== null) await failRefused(refusal, "requestReset", email);
}

export async function resetPassword(
  ctx: ActionCtx,
  { token, password, proof }: { token: string; password: string; proof?: string },
): Promise<void> {
  const chosen = checked(strongPassword, password);
  const tokenHash = await hashed("reset link", token);
  const isProven = await checkProof(ctx, "resetPassword", tokenHash, proof);
  const check: Infer<typeof linkCheck> = await ctx.runMutation(internal.auth.checkReset, { tokenHash, isProven });
  if (check.kind === "wrong") fail("BAD_INPUT", "Invalid reset link");
  if (check.kind !== "permitted") return await failRefused(check, "resetPassword", tokenHash);
  const secret = await hashPassword(check.permit, chosen);
  const isSet: boolean = await ctx.runMutation(internal.auth.useReset, { tokenHash, secret });
  if (!isSet) fail("BAD_INPUT", "Invalid reset link");
}

/**
 * Counts a request for a link and queues its mail. Null: done. An unknown address takes the same steps, and mail leaves later, so neither
 * response nor timing shows who has an account.
 */
export async function queueReset(ctx: MutationCtx, email: string, isProven: boolean): Promise<BudgetRefusal | null> {
  const found = await findAccount(ctx, "password", email);
  // Checked before counting, because the retry with a proof is the same request.
  const halfRefusal = await peekHalves(ctx, "reset", isProven);
  if (halfRefusal !== null) return halfRefusal;
  const wait = await spend(ctx, "reset", await hashAddress(email));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (found === null) {
    // Only the budget of known addresses is reported. An unknown address gets no mail anyway.
    if ((await spendOverall(ctx, "resetUnknown")) !== null) return null;
  } else {
    const overallRefusal = await spendHalves(ctx, "reset", isProven);
    if (overallRefusal !== null) return overallRefusal;
  }
  await queueMail(ctx, { kind: "reset", userId: found?.user._id ?? null });
  return null;
}

/** Stores a new link's token in place of older ones, unless the account is gone. */
export async function saveReset(ctx: MutationCtx, userId: Id<"users">, tokenHash: string): Promise<void> {
  if ((await ownerOf(ctx, userId)) === null) return;
  const older = ctx.db.query("resets").withIndex("by_userId", (q) => q.eq("userId", userId));
  await deleteRows(ctx, "resets", older, 10);
  const expiresAt = Date.now() + limits.resetLifetime;
  await ctx.db.insert("resets", { userId, tokenHash, expiresAt, usesLeft: limits.secretUses });
}

/** True if there is a link with this token. See `hasSignUpLink`. An expired one is deleted within ten minutes. */
export async function hasReset(ctx: QueryCtx, token: string): Promise<boolean> {
  const tokenHash = await hashed("reset link", token);
  return (await getOneFrom(ctx.db, "resets", "by_tokenHash", tokenHash)) !== null;
}

export async function checkReset(
  ctx: MutationCtx,
  tokenHash: string,
  isProven: boolean,
): Promise<Infer<typeof linkCheck>> {
  const reset = await resetBy(ctx, tokenHash);
  return await useLink(ctx, reset, isProven, async (usesLeft) => {
    if (reset !== null) await ctx.db.patch("resets", reset._id, { usesLeft });
  });
}

/** Consumes a link: changes the password and ends every session. False if it has been used or replaced or has expired since the check. */
export async function useReset(ctx: MutationCtx, tokenHash: string, secret: string): Promise<boolean> {
  const reset = await resetBy(ctx, tokenHash);
  const owner = reset && (await ownerOf(ctx, reset.userId));
  if (reset === null || owner === null) return false;
  await ctx.db.delete("resets", reset._id);
  await recordIncident(ctx, "passwordReset", { about: owner.user._id });
  await changePassword(ctx, owner, secret);
  await startResetGrace(ctx, owner.user);
  return true;
}

async function ownerOf(ctx: QueryCtx, userId: Id<"users">): Promise<Account | null> {
  const user = await ctx.db.get("users", userId);
  return user && (await findAccount(ctx, "password", user.email));
}

/** Returns the link with this token, unless it has expired. */
async function resetBy(ctx: QueryCtx, tokenHash: string) {
  const reset = await getOneFrom(ctx.db, "resets", "by_tokenHash", tokenHash);
  return reset !== null && reset.expiresAt > Date.now() ? reset : null;
}
