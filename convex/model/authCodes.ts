/**
 * Sign-up codes: who may be mailed one, and whether one that is given is right. A mail carries a code in digits, to be typed,
 * and a link, to be opened. The digits can be guessed, so each code has a few tries, and strangers can use them up before its
 * owner types it. A fresh mail has fresh tries. The link cannot be guessed, so no guesses of others stop it.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { isOfDomains } from "../shared/tickets";
import type { codeCheck, codeMail, codeMailState } from "../validators";
import { findAccount, maySignUpAgain } from "./authAccounts";
import { isBanned } from "./authFormer";
import { codeFor, pretendedTries, resetGuesses, spendCodeGuess } from "./authGuesses";
import { hashAddress, isSameHash } from "./authSecrets";
import { isOpenForSignUps } from "./festival";
import { enqueue, type Queued } from "./outbox";
import { spendMail, spendOverall } from "./throttle";
import { signUpRulesOf } from "./ticketsRules";

/** What somebody gave, hashed: the digits of a code or the token of its link. Neither hash is ever the other's. */
export type Given = { hash: string; isLink: boolean };

/** A code as it waits to be mailed. */
export type NewCode = { email: string; codeHash: string; linkHash: string; sealed: string };

/**
 * Queues the mail of a code, and counts it, unless the address has an account already, was mailed too often, or nobody may sign up
 * now. A code that waits still is not mailed twice.
 */
export async function queueCode(ctx: MutationCtx, code: NewCode, isProven: boolean): Promise<Infer<typeof codeMail>> {
  const { email } = code;
  const account = await findAccount(ctx, "password", email);
  if (account === null ? await isBanned(ctx, email) : !maySignUpAgain(account.user)) return { kind: "registered" };
  if (!(await isOpenForSignUps(ctx))) return { kind: "closed" };
  const { onlyDomains } = await signUpRulesOf(ctx);
  if (onlyDomains !== null && !isOfDomains(email, onlyDomains)) return { kind: "domain", domains: onlyDomains };

  const waiting = await queuedFor(ctx, email);
  if (waiting !== null) return { kind: "queued", id: waiting._id };
  const address = await hashAddress(email);
  const row = await mailsTo(ctx, address);
  const now = Date.now();
  const free = nextMail(row, now);
  if (free > now) return { kind: "wait", retryAfter: free - now };
  const refusal = await spendMail(ctx, email, isProven);
  if (refusal !== null) return refusal;

  const sentAt = [...recentMails(row, now), now];
  if (row === null) await ctx.db.insert("codeMails", { address, sentAt, lastAt: now });
  else await ctx.db.patch("codeMails", row._id, { sentAt, lastAt: now });
  return { kind: "queued", id: await enqueue(ctx, { channel: "code", ...code }) };
}

/** Whether the mail of a code was accepted (sent), will not be (failed), or waits. `queued`: what `queueCode` answered. */
export async function stateOfMail(ctx: QueryCtx, email: string, queued: string): Promise<Infer<typeof codeMailState>> {
  const id = ctx.db.normalizeId("outbox", queued);
  const row = id && (await ctx.db.get("outbox", id));
  if (row?.channel === "code" && row.email === email) return "waiting";
  return (await codeFor(ctx, email))?.queued === queued ? "sent" : "failed";
}

/** Uncounts a mail that could not be sent, so that the person can try again at once. */
export async function releaseMail(ctx: MutationCtx, email: string): Promise<void> {
  const row = await mailsTo(ctx, await hashAddress(email));
  if (row !== null) await ctx.db.patch("codeMails", row._id, { sentAt: row.sentAt.slice(0, -1) });
}

/** Stores a code, whose mail was accepted, in place of an older one of its address. It is valid from now on, however long it waited. */
export async function saveCode(ctx: MutationCtx, code: Omit<NewCode, "sealed"> & { _id: Id<"outbox"> }): Promise<void> {
  const { _id: queued, email, codeHash, linkHash } = code;
  const old = await codeFor(ctx, email);
  if (old !== null) await ctx.db.delete("codes", old._id);
  const expiresAt = Date.now() + limits.codeLifetime;
  await ctx.db.insert("codes", { email, codeHash, linkHash, expiresAt, triesLeft: limits.codeTries, queued });
}

/**
 * Checks a code or a link. A right one stays until the account is made, so that only right ones cost a password hash. One that was
 * mailed while sign-ups were open counts as long as it is valid, also after they closed: whoever holds it came in time.
 */
export async function checkCode(ctx: MutationCtx, email: string, given: Given): Promise<Infer<typeof codeCheck>> {
  const code = await codeFor(ctx, email);
  if (given.isLink) return { kind: isRight(code, given) ? "right" : "wrong" };
  const [address, now] = [await hashAddress(email), Date.now()];
  const isOpen = code !== null && code.expiresAt > now;
  // Nothing is judged any more, and nothing counted: only a fresh mail helps.
  if (isOpen && code.triesLeft === 0) {
    const free = nextMail(await mailsTo(ctx, address), now);
    return { kind: "wait", retryAfter: Math.max(free - now, 1_000) };
  }
  const wait = (await spendCodeGuess(ctx, address, isOpen)) ?? (isOpen ? null : await spendOverall(ctx, "codeUnknown"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  if (!isOpen) return { kind: "wrong", triesLeft: await pretendedTries(ctx, address) };
  if (isRight(code, given)) return { kind: "right" };
  const triesLeft = code.triesLeft - 1;
  await ctx.db.patch("codes", code._id, { triesLeft });
  return { kind: "wrong", triesLeft };
}

/** Uses a code and its link up. False when it was used, replaced or expired since it was checked. */
export async function useCode(ctx: MutationCtx, email: string, given: Given): Promise<boolean> {
  const code = await codeFor(ctx, email);
  if (code === null || !isRight(code, given)) return false;
  await ctx.db.delete("codes", code._id);
  await resetGuesses(ctx, await hashAddress(email));
  return true;
}

/** Deletes the code of an address, also one that waits to be mailed, and the times of its mails. */
export async function deleteCodes(ctx: MutationCtx, email: string): Promise<void> {
  const waiting = await queuedFor(ctx, email);
  if (waiting !== null) await ctx.db.delete("outbox", waiting._id);
  const [code, mails] = [await codeFor(ctx, email), await mailsTo(ctx, await hashAddress(email))];
  if (code !== null) await ctx.db.delete("codes", code._id);
  if (mails !== null) await ctx.db.delete("codeMails", mails._id);
}

const HOUR = 3_600_000;

/** The digits are valid for minutes, the link for an hour. */
function isRight(code: Doc<"codes"> | null, { hash, isLink }: Given): boolean {
  const stored = isLink ? code?.linkHash : code?.codeHash;
  if (code === null || stored === undefined) return false;
  const expiresAt = code.expiresAt + (isLink ? limits.signUpLinkLifetime - limits.codeLifetime : 0);
  return expiresAt > Date.now() && isSameHash(stored, hash);
}

/** When the next mail may be sent to an address. */
function nextMail(row: Doc<"codeMails"> | null, now: number): number {
  const sentAt = recentMails(row, now);
  const oldest = sentAt.length >= limits.mailsPerHour ? (sentAt[0] ?? now) + HOUR : 0;
  return Math.max(oldest, (sentAt.at(-1) ?? -Infinity) + limits.mailPause);
}

function recentMails(row: Doc<"codeMails"> | null, now: number): number[] {
  return (row?.sentAt ?? []).filter((time) => time > now - HOUR);
}

async function queuedFor(ctx: MutationCtx, email: string): Promise<Queued | null> {
  return await ctx.db
    .query("outbox")
    .withIndex("by_email", (q) => q.eq("email", email))
    .first();
}

async function mailsTo(ctx: MutationCtx, address: string) {
  return await ctx.db
    .query("codeMails")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
}
