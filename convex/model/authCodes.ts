/** Sign-up codes: who may be mailed one, and whether one that is typed in is right. */
import type { Infer } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import type { codeMail, secretCheck } from "../validators";
import { findAccount, isBanned, maySignUpAgain } from "./authAccounts";
import { codeFor, resetGuesses, spendGuess } from "./authGuesses";
import { hashAddress, isSameHash } from "./authSecrets";
import { spendOverall } from "./throttle";

/** Counts a mail to an address, unless it has an account already or was mailed too often. */
export async function reserveMail(ctx: MutationCtx, email: string): Promise<Infer<typeof codeMail>> {
  const account = await findAccount(ctx, "password", email);
  if (account === null ? await isBanned(ctx, email) : !maySignUpAgain(account.user)) return { kind: "registered" };

  const address = await hashAddress(email);
  const row = await mailsTo(ctx, address);
  const now = Date.now();
  const sentAt = (row?.sentAt ?? []).filter((time) => time > now - HOUR);
  const oldest = sentAt.length >= limits.mailsPerHour ? (sentAt[0] ?? now) + HOUR : 0;
  const latest = (sentAt.at(-1) ?? -Infinity) + limits.mailPause;
  const free = Math.max(oldest, latest);
  if (free > now) return { kind: "wait", retryAfter: free - now };
  const wait = await spendOverall(ctx, "mail");
  if (wait !== null) return { kind: "wait", retryAfter: wait };

  if (row === null) await ctx.db.insert("codeMails", { address, sentAt: [now], lastAt: now });
  else await ctx.db.patch("codeMails", row._id, { sentAt: [...sentAt, now], lastAt: now });
  return { kind: "granted" };
}

/** Uncounts a mail that could not be sent, so that the person can try again at once. */
export async function releaseMail(ctx: MutationCtx, email: string): Promise<void> {
  const row = await mailsTo(ctx, await hashAddress(email));
  if (row !== null) await ctx.db.patch("codeMails", row._id, { sentAt: row.sentAt.slice(0, -1) });
}

/** Stores the code of an address in place of an older one. */
export async function saveCode(ctx: MutationCtx, email: string, codeHash: string): Promise<void> {
  const old = await codeFor(ctx, email);
  if (old !== null) await ctx.db.delete("codes", old._id);
  const expiresAt = Date.now() + limits.codeLifetime;
  await ctx.db.insert("codes", { email, codeHash, expiresAt, triesLeft: limits.codeTries });
}

/** Checks a code. A right one stays until the account is made, so that only right codes cost a password hash. */
export async function checkCode(ctx: MutationCtx, email: string, codeHash: string): Promise<Infer<typeof secretCheck>> {
  const code = await codeFor(ctx, email);
  const isKnown = code !== null || (await findAccount(ctx, "password", email)) !== null;
  const own = await spendGuess(ctx, await hashAddress(email), isKnown);
  const wait = own ?? (await spendOverall(ctx, isKnown ? "code" : "codeUnknown"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (code === null) return { kind: "wrong" };
  if (code.expiresAt > Date.now() && isSameHash(code.codeHash, codeHash)) return { kind: "right" };
  if (code.triesLeft <= 1 || code.expiresAt <= Date.now()) await ctx.db.delete("codes", code._id);
  else await ctx.db.patch("codes", code._id, { triesLeft: code.triesLeft - 1 });
  return { kind: "wrong" };
}

/** Uses a code up. False when it was used, replaced or expired since it was checked. */
export async function useCode(ctx: MutationCtx, email: string, codeHash: string): Promise<boolean> {
  const code = await codeFor(ctx, email);
  if (code === null || code.expiresAt <= Date.now() || !isSameHash(code.codeHash, codeHash)) return false;
  await ctx.db.delete("codes", code._id);
  await resetGuesses(ctx, await hashAddress(email));
  return true;
}

/** Deletes the code of an address and the times of its mails. */
export async function deleteCodes(ctx: MutationCtx, email: string): Promise<void> {
  const [code, mails] = [await codeFor(ctx, email), await mailsTo(ctx, await hashAddress(email))];
  if (code !== null) await ctx.db.delete("codes", code._id);
  if (mails !== null) await ctx.db.delete("codeMails", mails._id);
}

const HOUR = 3_600_000;

async function mailsTo(ctx: MutationCtx, address: string) {
  return await ctx.db
    .query("codeMails")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
}
