/** Sign-up codes: who may be mailed one, and whether one that comes back is right. */
import type { MutationCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { findAccount, maySignUpAgain } from "./authAccounts";
import { codeFor, forgiveGuesses, spendGuess } from "./authGuesses";
import { hashAddress, sameText } from "./authSecrets";
import { spendOverall } from "./throttle";

/** Refusals come back as values: throwing would take the counters back. */
export type Leave = { kind: "granted" } | { kind: "registered" } | { kind: "wait"; retryAfter: number };
export type Verdict = { kind: "right" } | { kind: "wrong" } | { kind: "wait"; retryAfter: number };

/** Counts a mail to an address, unless it has an account already or was mailed too often. */
export async function grantMail(ctx: MutationCtx, email: string): Promise<Leave> {
  const account = await findAccount(ctx, "password", email);
  if (account !== null && !maySignUpAgain(account.user)) return { kind: "registered" };

  const address = await hashAddress(email);
  const row = await mailingTo(ctx, address);
  const now = Date.now();
  const sentAt = (row?.sentAt ?? []).filter((time) => time > now - HOUR);
  const oldest = sentAt.length >= limits.mailsPerHour ? (sentAt[0] ?? now) + HOUR : 0;
  const latest = (sentAt.at(-1) ?? -Infinity) + limits.mailPause;
  const free = Math.max(oldest, latest);
  if (free > now) return { kind: "wait", retryAfter: free - now };
  const wait = await spendOverall(ctx, "mail");
  if (wait !== null) return { kind: "wait", retryAfter: wait };

  if (row === null) await ctx.db.insert("mailings", { address, sentAt: [now], lastAt: now });
  else await ctx.db.patch("mailings", row._id, { sentAt: [...sentAt, now], lastAt: now });
  return { kind: "granted" };
}

/** A mail that could not be sent does not count, so that the person can try again at once. */
export async function returnMail(ctx: MutationCtx, email: string): Promise<void> {
  const row = await mailingTo(ctx, await hashAddress(email));
  if (row !== null) await ctx.db.patch("mailings", row._id, { sentAt: row.sentAt.slice(0, -1) });
}

/** The newest code of an address is the only one. */
export async function keepCode(ctx: MutationCtx, email: string, codeHash: string): Promise<void> {
  const old = await codeFor(ctx, email);
  if (old !== null) await ctx.db.delete("codes", old._id);
  const expiresAt = Date.now() + limits.codeLifetime;
  await ctx.db.insert("codes", { email, codeHash, expiresAt, triesLeft: limits.codeTries });
}

/** Judges one try. A right code stays until the account is made, so that only right codes cost a password hash. */
export async function judgeCode(ctx: MutationCtx, email: string, codeHash: string): Promise<Verdict> {
  const code = await codeFor(ctx, email);
  const opensSomething = code !== null || (await findAccount(ctx, "password", email)) !== null;
  const own = await spendGuess(ctx, await hashAddress(email), opensSomething);
  const wait = own ?? (await spendOverall(ctx, opensSomething ? "code" : "codeAtNothing"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (code === null) return { kind: "wrong" };
  if (code.expiresAt > Date.now() && sameText(code.codeHash, codeHash)) return { kind: "right" };
  if (code.triesLeft <= 1 || code.expiresAt <= Date.now()) await ctx.db.delete("codes", code._id);
  else await ctx.db.patch("codes", code._id, { triesLeft: code.triesLeft - 1 });
  return { kind: "wrong" };
}

/** Uses a code up. False when it was used, replaced or ran out since it was judged. */
export async function useCode(ctx: MutationCtx, email: string, codeHash: string): Promise<boolean> {
  const code = await codeFor(ctx, email);
  if (code === null || code.expiresAt <= Date.now() || !sameText(code.codeHash, codeHash)) return false;
  await ctx.db.delete("codes", code._id);
  await forgiveGuesses(ctx, await hashAddress(email));
  return true;
}

/** Drops the code of an address and when it was mailed. */
export async function dropCodes(ctx: MutationCtx, email: string): Promise<void> {
  const [code, mailing] = [await codeFor(ctx, email), await mailingTo(ctx, await hashAddress(email))];
  if (code !== null) await ctx.db.delete("codes", code._id);
  if (mailing !== null) await ctx.db.delete("mailings", mailing._id);
}

const HOUR = 3_600_000;

async function mailingTo(ctx: MutationCtx, address: string) {
  return await ctx.db
    .query("mailings")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
}
