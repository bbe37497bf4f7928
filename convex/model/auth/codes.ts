/**
 * Sign-up codes: limits their mails, and checks codes and links. A mail has a code to type and a link to open. A code can be guessed, so it
 * allows a few tries. Strangers may use up those tries before the owner types the code, and a new mail resets them. A link cannot be
 * guessed, so guesses never block it.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { isOfDomains } from "../../shared/tickets";
import type { codeCheck, codeMail, codeMailState } from "../../validators/auth";
import type { wait } from "../../validators/common";
import { findAccount, maySignUpAgain, isBanned } from "./accounts";
import { codeFor, resetGuesses } from "./guesses";
import { likelyMailboxOf } from "../../shared/mailbox";
import { encrypted, hashAddress, hashCode, hashIdentifier, hashLink, isSameHash, newCode, newToken } from "./secrets";
import { isOpenForSignUps } from "../festival/festival";
import { enqueue, type Queued } from "../outbox";
import { spendHash, spendMail, spendOverall, type BudgetRefusal } from "../throttle/budgets";
import { attemptsLeft, peek, spend } from "../throttle/limits";
import { ticketRulesOf } from "../festival/ticketRules";
import { rowById } from "../rows/byId";
import { HOUR } from "../../shared/durations";

/** A hash of what the person entered: the digits of a code, or the token of its link. The two kinds of hash never collide. */
export type SubmittedCode = { hash: string; isLink: boolean };

export type NewCode = { email: string; codeHash: string; linkHash: string; sealed: string };

/** Draws a code and its link, ready to be queued. Call it in an action. */
export async function drawCode(email: string): Promise<NewCode> {
  const digits = newCode();
  const token = newToken();
  const [codeHash, linkHash] = await Promise.all([hashCode(email, digits), hashLink(email, token)]);
  return { email, codeHash, linkHash, sealed: await encrypted("queued code", `${digits} ${token}`) };
}

/**
 * Queues the mail of a code and counts it. Refuses if the address has an account or was mailed too often, or if sign-ups are closed. Queues
 * no second mail while the first one waits.
 */
export async function queueCode(ctx: MutationCtx, code: NewCode, isProven: boolean): Promise<Infer<typeof codeMail>> {
  const { email } = code;
  const account = await findAccount(ctx, "password", email);
  if (account === null ? await isBanned(ctx, email) : !maySignUpAgain(account.user)) return { kind: "registered" };
  if (!(await isOpenForSignUps(ctx))) return { kind: "closed" };
  const { domains, domainsOnly } = await ticketRulesOf(ctx);
  if (domainsOnly && !isOfDomains(email, domains)) return { kind: "domain", domains };

  const waiting = await queuedFor(ctx, email);
  if (waiting !== null) return { kind: "queued", id: waiting._id };
  const mailCounts = await mailCountsFor(ctx, email);
  const refusal = refusalByMails(mailCounts, isProven) ?? (await spendMail(ctx, email, domains, isProven));
  if (refusal !== null) return refusal;
  for (const mailCount of Object.values(mailCounts)) await countMail(ctx, mailCount);
  return { kind: "queued", id: await enqueue(ctx, { channel: "code", ...code }) };
}

/** Returns the state of a code's mail: accepted (sent), given up (failed) or waiting. `queued`: the result of `queueCode`. */
export async function stateOfMail(ctx: QueryCtx, email: string, queued: string): Promise<Infer<typeof codeMailState>> {
  const row = await rowById(ctx, "outbox", queued);
  if (row?.channel === "code" && row.email === email) return "waiting";
  return (await codeFor(ctx, email))?.queued === queued ? "sent" : "failed";
}

/** Stops counting a mail that could not be sent, so that the person can try again at once. */
export async function releaseMail(ctx: MutationCtx, email: string): Promise<void> {
  for (const { row } of Object.values(await mailCountsFor(ctx, email)))
    if (row !== null) await ctx.db.patch("codeMails", row._id, { sentAt: row.sentAt.slice(0, -1) });
}

/** Stores a code after its mail was accepted, in place of the address's older one. It is valid from now on, however long it waited. */
export async function saveCode(ctx: MutationCtx, code: Omit<NewCode, "sealed"> & { _id: Id<"outbox"> }): Promise<void> {
  const { _id: queued, email, codeHash, linkHash } = code;
  const old = await codeFor(ctx, email);
  if (old !== null) await ctx.db.delete("codes", old._id);
  const expiresAt = Date.now() + limits.codeLifetime;
  const counts = { triesLeft: limits.codeTries, usesLeft: limits.secretUses };
  await ctx.db.insert("codes", { email, codeHash, linkHash, expiresAt, ...counts, queued });
}

/**
 * Checks a code or a link, and counts the use. A correct one stays valid until the account exists. It has only a few uses, because each may
 * hash a password. A code that was mailed while sign-ups were open stays valid after they close.
 */
export async function checkCode(
  ctx: MutationCtx,
  email: string,
  submitted: SubmittedCode,
  isProven: boolean,
): Promise<Infer<typeof codeCheck>> {
  const code = await codeFor(ctx, email);
  return submitted.isLink
    ? await checkLink(ctx, code, submitted, isProven)
    : await checkDigits(ctx, email, code, submitted, isProven);
}

/**
 * True if this token is a sign-up link for this address, so that a page can say so before anything is typed. A token has 256 bits, so this
 * does not help guessing and needs no budget.
 */
export async function hasSignUpLink(ctx: QueryCtx, email: string, token: string): Promise<boolean> {
  const code = await codeFor(ctx, email);
  return code !== null && isSameHash(code.linkHash, await hashLink(email, token));
}

/** Consumes a code and its link. False if it was used, replaced or expired since it was checked. */
export async function useCode(ctx: MutationCtx, email: string, submitted: SubmittedCode): Promise<boolean> {
  const code = await codeFor(ctx, email);
  if (code === null || !isCorrect(code, submitted)) return false;
  await ctx.db.delete("codes", code._id);
  await resetGuesses(ctx, await hashAddress(email));
  return true;
}

/** Deletes the code of an address, including a queued one, and the times of its mails. */
export async function deleteCodes(ctx: MutationCtx, email: string): Promise<void> {
  const waiting = await queuedFor(ctx, email);
  if (waiting !== null) await ctx.db.delete("outbox", waiting._id);
  const code = await codeFor(ctx, email);
  if (code !== null) await ctx.db.delete("codes", code._id);
  for (const { row } of Object.values(await mailCountsFor(ctx, email)))
    if (row !== null) await ctx.db.delete("codeMails", row._id);
}

/** True for the correct digits within `limits.codeLifetime`, and for the correct link within `limits.signUpLinkLifetime`. */
function isCorrect(code: Doc<"codes"> | null, { hash, isLink }: SubmittedCode): boolean {
  if (code === null) return false;
  const expiresAt = code.expiresAt + (isLink ? limits.signUpLinkLifetime - limits.codeLifetime : 0);
  return expiresAt > Date.now() && isSameHash(isLink ? code.linkHash : code.codeHash, hash);
}

/**
 * Checks a link. A wrong one counts only against the overall budget. A link cannot be guessed, so other people's guesses cost its owner
 * nothing.
 */
async function checkLink(
  ctx: MutationCtx,
  code: Doc<"codes"> | null,
  submitted: SubmittedCode,
  isProven: boolean,
): Promise<Infer<typeof codeCheck>> {
  if (code !== null && isCorrect(code, submitted)) return await countUse(ctx, code, isProven);
  const wait = await spendOverall(ctx, "codeUnknown");
  return wait === null ? { kind: "wrong" } : { kind: "wait", retryAfter: wait };
}

async function checkDigits(
  ctx: MutationCtx,
  email: string,
  code: Doc<"codes"> | null,
  submitted: SubmittedCode,
  isProven: boolean,
): Promise<Infer<typeof codeCheck>> {
  const address = await hashAddress(email);
  const isUnexpired = code !== null && code.expiresAt > Date.now();
  if (isUnexpired && code.triesLeft === 0) return await waitForNextMail(ctx, email);
  if (isUnexpired && isCorrect(code, submitted)) {
    // Past the limit a correct code is refused like a wrong one. It is not a guess, so it counts only as a use.
    const retryAfter = await peek(ctx, "codeGuess", address);
    return retryAfter === null ? await countUse(ctx, code, isProven) : { kind: "wait", retryAfter };
  }
  const addressWait = await spend(ctx, isUnexpired ? "codeGuess" : "codeGuessUnknown", address);
  const wait = addressWait ?? (isUnexpired ? null : await spendOverall(ctx, "codeUnknown"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  // Without a code, returns the tries that a real one would have left, so that the responses match.
  if (!isUnexpired) return { kind: "wrong", triesLeft: await attemptsLeft(ctx, "codeGuessUnknown", address) };
  const triesLeft = code.triesLeft - 1;
  await ctx.db.patch("codes", code._id, { triesLeft });
  return { kind: "wrong", triesLeft };
}

/**
 * Counts the use of a correct code or link. A use that the overall budget refuses is not counted: the retry with a proof is the same use.
 */
async function countUse(ctx: MutationCtx, code: Doc<"codes">, isProven: boolean): Promise<Infer<typeof codeCheck>> {
  if (code.usesLeft === 0) return await waitForNextMail(ctx, code.email);
  const permit = await spendHash(ctx, "signUp", isProven);
  if (permit.kind === "permitted") await ctx.db.patch("codes", code._id, { usesLeft: code.usesLeft - 1 });
  return permit;
}

/** Refuses a code that has no tries left, without checking or counting it. The person needs a new mail. */
async function waitForNextMail(ctx: MutationCtx, email: string): Promise<Infer<typeof wait>> {
  const now = Date.now();
  const { own } = await mailCountsFor(ctx, email);
  const nextAt = nextMailAt(own.row, now);
  return { kind: "wait", retryAfter: Math.max(nextAt - now, 1_000) };
}

/** Returns when the next mail to an address may be sent. */
function nextMailAt(row: Doc<"codeMails"> | null, now: number): number {
  const sentAt = recentMails(row, now);
  const oldest = sentAt.length >= limits.mailsPerHour ? (sentAt[0] ?? now) + HOUR : 0;
  return Math.max(oldest, (sentAt.at(-1) ?? -Infinity) + limits.mailPause);
}

function recentMails(row: Doc<"codeMails"> | null, now: number): number[] {
  // Skips times in the future. If the clock was ahead once, they would block the address until then.
  return (row?.sentAt ?? []).filter((time) => time > now - HOUR && time <= now);
}

async function queuedFor(ctx: MutationCtx, email: string): Promise<Queued | null> {
  return await ctx.db
    .query("outbox")
    .withIndex("by_email", (q) => q.eq("email", email))
    .first();
}

/** The key of a mail counter and its row, if that exists. */
type MailCount = { address: string; row: Doc<"codeMails"> | null };

/**
 * Refuses a mail too soon after others to the same mailbox. After mails to likely spellings of it, the mail needs a proof. So nobody can
 * use up a stranger's mails with similar addresses, and a flood of tags and dots costs more each time.
 */
function refusalByMails({ own, likely }: Record<"own" | "likely", MailCount>, isProven: boolean): BudgetRefusal | null {
  const now = Date.now();
  const nextAt = nextMailAt(own.row, now);
  if (nextAt > now) return { kind: "wait", retryAfter: nextAt - now };
  if (isProven || nextMailAt(likely.row, now) <= now) return null;
  return {
    kind: "unproven",
    level: Math.min(2, Math.floor(recentMails(likely.row, now).length / limits.mailsPerHour)),
  };
}

async function countMail(ctx: MutationCtx, { address, row }: MailCount): Promise<void> {
  const now = Date.now();
  const sentAt = [...recentMails(row, now), now].slice(-MAX_SENT_TIMES);
  if (row === null) await ctx.db.insert("codeMails", { address, sentAt, lastAt: now });
  else await ctx.db.patch("codeMails", row._id, { sentAt, lastAt: now });
}

/** Enough times for the highest puzzle level. */
const MAX_SENT_TIMES = 2 * limits.mailsPerHour;

/** Returns the mails to the mailbox of an address, and to all addresses that likely reach it. */
async function mailCountsFor(ctx: MutationCtx, email: string): Promise<Record<"own" | "likely", MailCount>> {
  const likely = await hashIdentifier("likely mailbox", likelyMailboxOf(email));
  return { own: await mailCountBy(ctx, await hashAddress(email)), likely: await mailCountBy(ctx, likely) };
}

async function mailCountBy(ctx: MutationCtx, address: string): Promise<MailCount> {
  return { address, row: await getOneFrom(ctx.db, "codeMails", "by_address", address) };
}
