/**
 * Sends mails in batches. One sender at a time takes the due mails, so that the provider's rate limit holds. A caller that finds a sender
 * at work leaves its mail to it. A sender that was interrupted is replaced after seconds. Codes go first. While both wait, every second
 * request is for other mails.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { mailRequest, mailsEnded } from "../../validators/mail";
import { findAccount, maySignUpAgain } from "../auth/accounts";
import { releaseMail, saveCode } from "../auth/codes";
import { mailHostOf } from "../festival/festival";
import { recordAccepted, markUndeliverable, resolveMail } from "./mails";
import { count } from "../numbers/numbers";
import { dueOf, logGivenUp, pace, pauseAfter, TRIES, wakeSender } from "../outbox";
import { SECOND } from "../../shared/durations";

export type MailRequest = Infer<typeof mailRequest>;
export type MailsEnded = Infer<typeof mailsEnded>;
type Row = Extract<Doc<"outbox">, { channel: "code" | "mail" }>;
type Mail = MailRequest["mails"][number];
/** Without its system fields: it has no row yet. */
type Sender = WithoutSystemFields<Doc<"mailSender">> & Partial<Doc<"mailSender">>;

/**
 * Returns the next request. `turn`: the sender's own, if it continues. `own`: a code that a person is waiting for, whose caller may become
 * the sender. On its first try it is sent alone, even if the provider has just refused other mail. Queued codes still go before it. If
 * every request sent its own, the queue would never drain. Null: nothing is due, another sender is at work, or the provider is paused.
 */
export async function nextRequest(
  ctx: MutationCtx,
  turn: number | null,
  own?: Id<"outbox">,
  storedSender?: Sender,
): Promise<MailRequest | null> {
  const sender = storedSender ?? (await readSender(ctx));
  const now = Date.now();
  const isContinuing = sender.turn === turn && turn !== null;
  if (!isContinuing && (turn !== null || sender.until > now)) return null;
  const due = sender.notBefore > now ? [] : await rowsToSend(ctx, sender.sentCodes);
  const ownCode = await untriedCode(ctx, own);
  const othersFirst = due.length > 0 && (sender.sentCodes || due[0]?.channel === "code");
  const rows = ownCode === null || othersFirst ? due : ownCode;
  const mails = await resolveRows(ctx, rows);
  if (mails.length === 0) {
    if (sender.until !== 0) await writeSender(ctx, { ...sender, until: 0 });
    if (rows.length > 0) await wakeSender(ctx);
    return null;
  }
  const { key, isBatch } = keyOf(rows, mails);
  for (const { _id, tries } of rows.filter((row) => mails.some(({ id }) => id === row._id))) {
    const retryKey = isBatch ? { batch: key } : { alone: true as const };
    await ctx.db.patch("outbox", _id, { tries: tries + 1, due: now + pauseAfter(1), ...retryKey });
  }
  const startsAt = nextStart(sender.startedAt, now);
  const next = {
    turn: isContinuing ? turn : sender.turn + 1,
    until: startsAt + LEASE,
    startedAt: [...sender.startedAt, startsAt].slice(-pace.perSecond),
    sentCodes: rows[0]?.channel === "code",
  };
  await writeSender(ctx, { ...sender, ...next });
  const isOwn = !isBatch && ownCode?.[0]?._id === mails[0]?.id;
  return { turn: next.turn, wait: startsAt - now, key, isBatch, isOwn, festival: await mailHostOf(ctx), mails };
}

/** Returns when (ms) the provider's pause after a failure ends, and when the current sender's lease ends. */
export async function senderNow(ctx: QueryCtx): Promise<{ notBefore: number; until: number }> {
  const { notBefore, until } = await readSender(ctx);
  return { notBefore, until };
}

/** Records the outcome of a request. Returns the sender's row as it is now. */
export async function endRequest(ctx: MutationCtx, { isBatch, retryAfter, sent }: MailsEnded): Promise<Sender> {
  const sender = await readSender(ctx);
  const isDown = sent.every(({ outcome }) => outcome === "failed");
  const pause = Math.max(retryAfter, Math.min(PAUSE * 2 ** sender.failures, MAX_PAUSE));
  for (const { id, outcome } of sent) {
    const row = await ctx.db.get("outbox", id);
    if (row?.channel === "code") await endCode(ctx, row, { outcome, isBatch, pause });
    if (row?.channel === "mail") await endMail(ctx, row, { outcome, isBatch });
  }
  const accepted = sent.filter(({ outcome }) => outcome === "accepted").length;
  const failed = sent.filter(({ outcome }) => outcome === "failed" || (outcome === "refused" && !isBatch)).length;
  await count(ctx, { ...(accepted && { mailsSent: accepted }), ...(failed && { mailsFailed: failed }) });
  if (isDown) {
    // Codes are due again by then. A sender only skips rows queued within `pace.settled`.
    await wakeSender(ctx, pause + pace.settled);
    return await writeSender(ctx, { ...sender, failures: sender.failures + 1, notBefore: Date.now() + pause });
  }
  const hasRecovered = accepted > 0 && sender.failures > 0;
  return hasRecovered ? await writeSender(ctx, { ...sender, failures: 0, notBefore: 0 }) : sender;
}

/**
 * Ends the sender of a turn, and wakes another if mails are due. Does nothing for a sender that took too long, because another one has
 * replaced it.
 */
export async function endSender(ctx: MutationCtx, turn: number, sender: Sender): Promise<void> {
  if (sender.turn !== turn) return;
  await writeSender(ctx, { ...sender, until: 0 });
  if (sender.notBefore > Date.now()) return;
  const [code, mail] = await Promise.all([dueOf(ctx, "code", 1, pace.settled), dueOf(ctx, "mail", 1, pace.settled)]);
  if (code.length + mail.length > 0) await wakeSender(ctx);
}

/** Mails per request. */
const BATCH = 100;
/** Milliseconds. By then a request has its response, or will get none. */
const LEASE = 30_000;
/** Milliseconds that the provider is paused after a failure. Doubles each time, up to `MAX_PAUSE`. */
const PAUSE = 1_000;
const MAX_PAUSE = 30_000;
const idle: Sender = { turn: 0, until: 0, startedAt: [], sentCodes: false, failures: 0, notBefore: 0 };

async function untriedCode(ctx: MutationCtx, id?: Id<"outbox">): Promise<Row[] | null> {
  const row = id && (await ctx.db.get("outbox", id));
  return row?.channel === "code" && row.tries === 0 ? [row] : null;
}

/**
 * Returns the rows of the next request. A batch that the provider may know is sent again as a whole. Otherwise the rows due longest are
 * sent first.
 */
async function rowsToSend(ctx: MutationCtx, sentCodes: boolean): Promise<Row[]> {
  const codes = await dueOf(ctx, "code", BATCH, pace.settled);
  const others = codes.length === 0 || sentCodes ? await dueOf(ctx, "mail", BATCH, pace.settled) : [];
  const rows: Row[] = others.length > 0 ? others : codes;
  const [first] = rows;
  if (first?.alone) return [first];
  if (first?.batch === undefined) return rows.filter(({ alone, batch }) => !alone && batch === undefined);
  const batch = ctx.db.query("outbox").withIndex("by_batch", (q) => q.eq("batch", first.batch));
  return (await batch.take(BATCH)) as Row[];
}

/** Returns the current content and recipients of rows. Deletes mails that are no longer wanted. */
async function resolveRows(ctx: MutationCtx, rows: Row[]): Promise<Mail[]> {
  const mails: Mail[] = [];
  for (const row of rows) {
    const mail = row.channel === "code" ? await resolveCode(ctx, row) : await resolveMail(ctx, row);
    const isOver = row.channel === "code" ? isTooOld(row) : row.tries >= TRIES;
    if (mail !== null && !isOver) mails.push({ id: row._id, to: mail.to, mail: mail.mail });
    else {
      await ctx.db.delete("outbox", row._id);
      if (mail === null) continue;
      if (row.channel === "code") logGivenUp("code mail", "in time");
      else logGivenUp(`${row.mail.kind} mail`);
    }
  }
  return mails;
}

type CodeRow = Extract<Row, { channel: "code" }>;

/** Returns null if the address has an account by now. */
async function resolveCode(ctx: MutationCtx, { email, sealed }: CodeRow) {
  const account = await findAccount(ctx, "password", email);
  if (account !== null && !maySignUpAgain(account.user)) return null;
  return { to: email, mail: { kind: "code" as const, sealed } };
}

function isTooOld({ _creationTime }: CodeRow): boolean {
  return _creationTime < Date.now() - limits.codeWaitMax;
}

/** Returns a request's key. A batch keeps its key while the provider may have accepted it. A single mail has its own. */
function keyOf(rows: Row[], mails: Mail[]): { key: string; isBatch: boolean } {
  const first = rows[0];
  const mail = mails[0];
  if (first?.batch !== undefined) return { key: first.batch, isBatch: true };
  if (mails.length === 1) return { key: `mail-${mail?.id}`, isBatch: false };
  return { key: `batch-${first?._id}-${first?.tries}`, isBatch: true };
}

/** Returns when the next request may begin without exceeding the provider's rate. */
function nextStart(startedAt: number[], now: number): number {
  const first = startedAt.length < pace.perSecond ? undefined : startedAt[0];
  return first === undefined ? now : Math.max(now, first + SECOND);
}

type Outcome = { outcome: MailsEnded["sent"][number]["outcome"]; isBatch: boolean };

/** Applies the outcome of a code's mail. An accepted code is valid from now on, and replaces an older one. */
async function endCode(ctx: MutationCtx, row: CodeRow, { outcome, isBatch, pause }: Outcome & { pause: number }) {
  const { _id, email } = row;
  if (outcome === "failed") return await ctx.db.patch("outbox", _id, { due: Date.now() + pause });
  if (outcome === "refused" && isBatch) return await sendAlone(ctx, row);
  if (outcome === "accepted") await saveCode(ctx, row);
  else await releaseMail(ctx, email);
  await ctx.db.delete("outbox", _id);
}

async function endMail(ctx: MutationCtx, row: Extract<Row, { channel: "mail" }>, { outcome, isBatch }: Outcome) {
  if (outcome === "accepted") return await recordAccepted(ctx, row);
  if (outcome === "refused" && isBatch) return await sendAlone(ctx, row);
  if (outcome === "undeliverable") await markUndeliverable(ctx, row._id);
  const due = Date.now() + pauseAfter(row.tries);
  await ctx.db.patch("outbox", row._id, outcome === "failed" ? { due } : { due, batch: undefined });
}

/** Sends a row alone next time, with a key of its own: the provider accepted nothing under the batch's key. */
async function sendAlone(ctx: MutationCtx, row: Row): Promise<void> {
  await ctx.db.patch("outbox", row._id, { batch: undefined, alone: true, due: Date.now() });
}

async function readSender(ctx: QueryCtx): Promise<Sender> {
  return (await ctx.db.query("mailSender").first()) ?? idle;
}

/** Stores the sender, and returns it. */
async function writeSender(ctx: MutationCtx, next: Sender): Promise<Sender> {
  const { _id, _creationTime, ...sender } = next;
  if (_id === undefined) return { ...sender, _id: await ctx.db.insert("mailSender", sender) };
  await ctx.db.patch("mailSender", _id, sender);
  return next;
}
