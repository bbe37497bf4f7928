/** Signing up with a mailed code. To be called in actions, since it hashes a password. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail, failTooMany, failWrongCode } from "../shared/errors";
import { checked, verifyForm } from "../shared/forms";
import { limits } from "../shared/limits";
import { ticketSentences } from "../shared/tickets";
import type { madeAccount } from "../validators/common";
import type { signUpTicket } from "../validators/tickets";
import { checkProof, failRefused } from "./auth/proofs";
import { hashCode, hashLink, hashPassword } from "./auth/secrets";
import { hashOf } from "./tickets/tickets";

type Typed = { email: string; otp: string; password: string; ticket?: string; proof?: string };

/** Checks a code, or the token of a link, and makes the account. Returns its address and stored password. */
export async function signUp(ctx: ActionCtx, { proof, ...typed }: Typed): Promise<{ email: string; secret: string }> {
  const { email, otp, password, ticket } = checked(verifyForm, typed);
  const isProven = await checkProof(ctx, "verifyOtp", email, proof);
  const isLink = otp.length > limits.codeLength;
  const given = { isLink, hash: isLink ? await hashLink(email, otp) : await hashCode(email, otp) };
  const check = await ctx.runMutation(internal.authCodes.checkCode, { email, given, isProven });
  if (check.kind === "wrong") failWrongCode(check.triesLeft);
  if (check.kind !== "permitted") return await failRefused(check, "verifyOtp", email);
  const codeHash = ticket ? await hashOf(ticket) : null;
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
