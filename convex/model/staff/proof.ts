/**
 * Asks signed-in staff for their password again, because a session can be stolen and a laptop left unlocked. The proof comes in the same
 * call as the act. The action checks the password, which is slow. The mutation that acts checks the rest.
 */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { fail, failTooMany } from "../../shared/errors";
import type { checkedProof, ownAccount, proofResult } from "../../validators/staff";
import { findAccount, resetGuessesAt } from "../auth/accounts";
import { failRefused } from "../auth/proofs";
import { checkPassword } from "../auth/secrets";
import { checkCode } from "../secondFactor/secondFactor";
import type { Staff } from "./staff";

type Typed = { password: string; code?: string | undefined };
type CheckedProof = Infer<typeof checkedProof>;
type OwnAccount = Extract<Infer<typeof ownAccount>, { kind: "found" }>;

/** Checks the caller's password, in an action. Each try counts like a sign-in. Returns their account. */
export async function accountByPassword(ctx: ActionCtx, userId: Id<"users">, password: string): Promise<OwnAccount> {
  const found: Infer<typeof ownAccount> = await ctx.runMutation(internal.staffSecondFactor.startCheck, { userId });
  if (found.kind !== "found") return await failRefused(found, "moderator", userId);
  if (!(await checkPassword(found.permit, password, found.secret))) fail("BAD_INPUT", "That is not your password.");
  return found;
}

/** Checks the caller's password. Returns what `proveStaff` needs. */
export async function checkPasswordOf(ctx: ActionCtx, userId: Id<"users">, typed: Typed): Promise<CheckedProof> {
  const { secret } = await accountByPassword(ctx, userId, typed.password);
  return { secret, ...(typed.code && { code: typed.code }) };
}

/**
 * Completes the check in the mutation that acts. The password must not have changed, and the code must be right if they have a second
 * factor. Returns a refusal instead of throwing, so that the guess counts.
 */
export async function proveStaff(
  ctx: MutationCtx,
  staff: Staff,
  proof: CheckedProof,
): Promise<Infer<typeof proofResult>> {
  const found = await findAccount(ctx, "moderator", staff.email);
  if (found?.account.secret !== proof.secret) return { kind: "wrong" };
  if (staff.secondFactor) {
    if (proof.code === undefined) return { kind: "needed" };
    const check = await checkCode(ctx, staff._id, proof.code);
    if (check.kind !== "right") return check;
  }
  await resetGuessesAt(ctx, "moderator", staff.email);
  return { kind: "right" };
}

/** Throws in the action if `proveStaff` refused. */
export function failUnlessProven(result: Infer<typeof proofResult>): void {
  if (result.kind === "wait") failTooMany(result.retryAfter);
  if (result.kind === "needed") fail("CODE_NEEDED", "Enter the code from your authenticator app.");
  if (result.kind === "wrong") fail("CODE_NEEDED", "That code isn't right, or it has already been used.");
}

/** Throws for a call without the proof that its act needs. */
export function failUnproven(): never {
  fail("BAD_INPUT", "Please confirm it with your password.");
}
