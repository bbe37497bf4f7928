/** Signing up with a mailed code. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { fail, failTooMany, failWrongCode } from "../shared/errors";
import { checked, verifyForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { ticketSentences } from "../shared/tickets";
import type { madeAccount } from "../validators/common";
import type { signUpTicket } from "../validators/tickets";
import { changePassword, findAccount, insertAccount, isBanned, maySignUpAgain } from "./auth/accounts";
import { checkProof, failRefused } from "./auth/proofs";
import { hashCode, hashLink, hashPassword, hashTicket } from "./auth/secrets";
import { inheritFormers, takeRejections } from "./former/former";
import { countFor } from "./numbers/numbers";
import { keysOf, writeKeys } from "./rows/personKeys";

type Typed = { email: string; otp: string; password: string; ticket?: string; proof?: string };

/**
 * Checks a code or a link token, and makes the account. Call it in an action, since it hashes a password. Returns the address and stored
 * password.
 */
export async function signUp(ctx: ActionCtx, { proof, ...typed }: Typed): Promise<{ email: string; secret: string }> {
  const { email, otp, password, ticket } = checked(verifyForm, typed);
  const isProven = await checkProof(ctx, "verifyOtp", email, proof);
  const isLink = otp.length > limits.codeLength;
  const given = { isLink, hash: isLink ? await hashLink(email, otp) : await hashCode(email, otp) };
  const check = await ctx.runMutation(internal.authCodes.checkCode, { email, given, isProven });
  if (check.kind === "wrong") failWrongCode(check.triesLeft);
  if (check.kind !== "permitted") return await failRefused(check, "verifyOtp", email);
  const codeHash = ticket ? await hashTicket(ticket) : null;
  const held: Infer<typeof signUpTicket> = await ctx.runMutation(internal.tickets.checkAtSignUp, { email, codeHash });
  if (held.kind === "wait") failTooMany(held.retryAfter);
  if (held.kind !== "right") fail("TICKET_REFUSED", ticketSentences[held.kind]);
  const secret = await hashPassword(check.permit, password);
  const made: Infer<typeof madeAccount> = await ctx.runMutation(internal.authCodes.makeAccount, {
    email,
    given,
    secret,
    codeHash,
  });
  if (made === "noTicket") fail("TICKET_REFUSED", ticketSentences.refused);
  if (made === "wrong") failWrongCode();
  return { email, secret };
}

/** Makes the account of a verified address, or reopens that of a rejected person. False if its mailbox has an account. */
export async function makeAccount(ctx: MutationCtx, email: string, secret: string): Promise<boolean> {
  const existing = await findAccount(ctx, "password", email);
  if (existing === null) {
    if (await isBanned(ctx, email)) return false;
    const rejections = await takeRejections(ctx, email);
    const userId = await ctx.db.insert("users", { kind: "user", email, status: "none", rejections });
    await inheritFormers(ctx, userId, email);
    await writeKeys(ctx, userId, keysOf(email, null));
    await insertAccount(ctx, "password", userId, email, secret);
    await countFor(ctx, userId, { signUps: 1 });
    return true;
  }
  if (!maySignUpAgain(existing.user)) return false;
  await ctx.db.patch("users", existing.user._id, { status: "none", rejectionReason: undefined, resetAt: undefined });
  await changePassword(ctx, existing, secret);
  await countFor(ctx, existing.user._id, { signUps: 1 });
  return true;
}
