/** Creates staff accounts from the command line. Call it in actions, since it hashes a password. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { email as emailField, firstSentence, newPassword } from "../../shared/forms";
import { failRefused } from "../auth/proofs";
import { checkPassword, hashPassword, type HashPermit } from "../auth/secrets";
import type { StaffKind } from "./staff";

/** Creates a member of staff of this kind, or sets their password. With an unchanged password, only resets the guesses. */
export async function makeStaff(
  ctx: ActionCtx,
  kind: StaffKind,
  typed: { email: string; password: string },
): Promise<void> {
  const address = emailField.safeParse(typed.email);
  const password = newPassword.safeParse(typed.password);
  if (!address.success) fail("BAD_INPUT", firstSentence(address.error));
  if (!password.success) fail("BAD_INPUT", firstSentence(password.error));
  const email = address.data;
  const secret: string | null = await ctx.runQuery(internal.staff.secretOf, { email });
  const isUnchanged = secret !== null && (await checkPassword(await hashPermit(ctx), password.data, secret));
  await ctx.runMutation(internal.staff.save, {
    kind,
    email,
    secret: isUnchanged ? secret : await hashPassword(await hashPermit(ctx), password.data),
  });
}

/** Counts a password hash for the command line. */
export async function hashPermit(ctx: ActionCtx): Promise<HashPermit> {
  const hash = await ctx.runMutation(internal.staff.startHash, {});
  return hash.kind === "permitted" ? hash.permit : await failRefused(hash, "moderator", "command line");
}
