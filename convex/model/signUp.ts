/** Signing up: mailing a code, and creating the account with it. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { fail, failTooMany, failWrongCode } from "../shared/errors";
import { checked, emailForm, verifyForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { ticketSentences } from "../shared/tickets";
import type { codeMail, codeOnItsWay, madeAccount } from "../validators/auth";
import type { signUpCheck } from "../validators/tickets";
import { changePassword, findAccount, insertAccount, isBanned, maySignUpAgain } from "./auth/accounts";
import { drawCode } from "./auth/codes";
import { checkProof, failRefused } from "./auth/proofs";
import { hashCode, hashLink, hashPassword, hashTicket } from "./auth/secrets";
import { inheritFormerAccounts, takeRejections } from "./former/former";
import { countFor } from "./numbers/numbers";
import { keysOf, writeKeys } from "./rows/personKeys";

type Checks = Infer<typeof signUpCheck>;
type Typed = { email: string; otp: string; password: string; ticket?: string; proof?: string };

/** Mails a code to an address without an account. Call it in an action, since it draws the code. */
export async function mailCode(
  ctx: ActionCtx,
  { proof, ...typed }: { email: string; proof?: string },
): Promise<Infer<typeof codeOnItsWay>> {
  const { email } = checked(emailForm, typed);
  const isProven = await checkProof(ctx, "sendOtp", email, proof);
  const code = await drawCode(email);
  const mail: Infer<typeof codeMail> = await ctx.runMutation(internal.auth.queueCode, { ...code, isProven });
  if (mail.kind === "registered") fail("ALREADY_VERIFIED", "Email already verified. Please login with password.");
  if (mail.kind === "closed") fail("FORBIDDEN", "Sign-ups are closed. If you have an account, please sign in.");
  if (mail.kind === "domain") fail("FORBIDDEN", ticketSentences.addresses(mail.domains));
  if (mail.kind !== "queued") return await failRefused(mail, "sendOtp", email);
  const state = await ctx.runAction(internal.mails.sendCode, { email, id: mail.id });
  if (state === "failed") fail("MAIL_FAILED", "Failed to send OTP");
  return state === "sent" ? null : { waiting: mail.id };
}

/**
 * Checks a code or a link token, and creates the account. Call it in an action, since it hashes a password. Returns the address and stored
 * password.
 */
export async function signUp(ctx: ActionCtx, { proof, ...typed }: Typed): Promise<{ email: string; secret: string }> {
  const { email, otp, password, ticket } = checked(verifyForm, typed);
  const isProven = await checkProof(ctx, "verifyOtp", email, proof);
  const isLink = otp.length > limits.codeLength;
  const given = { isLink, hash: isLink ? await hashLink(email, otp) : await hashCode(email, otp) };
  const codeHash = ticket ? await hashTicket(ticket) : null;
  const checks: Checks = await ctx.runMutation(internal.auth.checkCode, { email, given, isProven, codeHash });
  const { code, ticket: ticketCheck } = checks;
  if (code.kind === "wrong") failWrongCode(code.triesLeft);
  if (code.kind !== "permitted") return await failRefused(code, "verifyOtp", email);
  if (ticketCheck?.kind === "wait") failTooMany(ticketCheck.retryAfter);
  if (ticketCheck?.kind !== "right") fail("TICKET_REFUSED", ticketSentences[ticketCheck?.kind ?? "refused"]);
  const secret = await hashPassword(code.permit, password);
  const outcome: Infer<typeof madeAccount> = await ctx.runMutation(internal.auth.makeAccount, {
    email,
    given,
    secret,
    codeHash,
  });
  if (outcome === "noTicket") fail("TICKET_REFUSED", ticketSentences.refused);
  if (outcome === "wrong") failWrongCode();
  return { email, secret };
}

/** Creates the account of a verified address, or reopens that of a rejected person. False if its mailbox has an account. */
export async function makeAccount(ctx: MutationCtx, email: string, secret: string): Promise<boolean> {
  const existing = await findAccount(ctx, "password", email);
  if (existing === null) {
    if (await isBanned(ctx, email)) return false;
    const rejections = await takeRejections(ctx, email);
    const user = { kind: "user", email, status: "none", rejections } as const;
    const userId = await ctx.db.insert("users", user);
    await inheritFormerAccounts(ctx, userId, email);
    await writeKeys(ctx, userId, keysOf(email, null));
    await insertAccount(ctx, "password", userId, email, secret);
    await countFor(ctx, { ...user, _id: userId }, { signUps: 1 });
    return true;
  }
  if (!maySignUpAgain(existing.user)) return false;
  await ctx.db.patch("users", existing.user._id, { status: "none", rejectionReason: undefined, resetAt: undefined });
  await changePassword(ctx, existing, secret);
  await countFor(ctx, existing.user, { signUps: 1 });
  return true;
}
