/**
 * Sending mails many to a request. One sender at a time takes what is due, so that the provider's rate is kept; who finds one at work
 * leaves theirs to it. A sender that was interrupted is replaced after seconds. Codes go before all others; while both wait, each
 * second request is for others.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { mailRequest, mailsEnded } from "../../validators/mail";
import { findAccount, maySignUpAgain } from "../auth/accounts";
import { releaseMail, saveCode } from "../auth/codes";
import { mailHostOf } from "../festival/festival";
import { endTries, hasLink, markUndeliverable, queueMail, resolveMail, sayGivenUp } from "./mails";
import { count } from "../numbers/numbers";
import { dueOf, pace, pauseAfter, TRIES, wakeSender } from "../outbox";

export type MailRequest = Infer<typeof mailRequest>;
export type MailsEnded = Infer<typeof mailsEnded>;
type Row = Extract<Doc<"outbox">, { channel: "code" | "mail" }>;
type Mail = MailRequest["mails"][number];
type Sender = Omit<Doc<"mailSender">, "_id" | "_creationTime">;

/**
 * What is sent next. `turn`: that of a sender who goes on. `own`: a code that somebody waits for, who may become the sender; if nobody
 * tried it yet it goes by itself, also to a provider that took nothing a moment ago. But what waits already goes before it, as before
 * any other code: of a crowd, each of whom sent their own alone, most would wait for ever. Null: nothing is due, another one sends, or
 * the provider is left alone.
 */
export async function nextRequest(
  ctx: MutationCtx,
  turn: number | null,
  own?: Id<"outbox">,
): Promise<MailRequest | null> {
  const [sender, now] = [await readSender(ctx), Date.now()];
  const isMine = sender.turn === turn && turn !== null;
  if (!isMine && (turn !== null || sender.until > now)) return null;
  const due = sender.notBefore > now ? [] : await rowsToSend(ctx, sender.sentCodes);
  const mine = await untried(ctx, own);
  const othersFirst = due.length > 0 && (sender.sentCodes || due[0]?.channel === "code");
  const rows = mine === null || othersFirst ? due : mine;
  const mails = await resolved(ctx, rows);
  if (mails.length === 0) {
    if (sender.until !== 0) await writeSender(ctx, { ...sender, until: 0 });
    if (rows.length > 0) await wakeSender(ctx);
    return null;
  }
  const { key, isBatch } = keyOf(rows, mails);
  for (const { _id, tries } of rows.filter((row) => mails.some(({ id }) => id === row._id))) {
    const again = isBatch ? { batch: key } : { alone: true as const };
    await ctx.db.patch("outbox", _id, { tries: tries + 1, due: now + pauseAfter(1), ...again });
  }
  const startsAt = nextStart(sender.startedAt, now);
  const next = {
    turn: isMine ? turn : sender.turn + 1,
    until: startsAt + LEASE,
    startedAt: [...sender.startedAt, startsAt].slice(-pace.perSecond),
    sentCodes: rows[0]?.channel === "code",
  };
  await writeSender(ctx, { ...sender, ...next });
  const isOwn = !isBatch && mine?.[0]?._id === mails[0]?.id;
  return { turn: next.turn, wait: startsAt - now, key, isBatch, isOwn, festival: await mailHostOf(ctx), mails };
}

/** Until when (ms) the provider is left alone, since it took nothing, and until when somebody sends. */
export async function senderNow(ctx: QueryCtx): Promise<{ notBefore: number; until: number }> {
  const { notBefore, until } = await readSender(ctx);
  return { notBefore, until };
}

/** Notes what came of a request. */
export async function endRequest(ctx: MutationCtx, { isBatch, retryAfter, sent }: MailsEnded): Promise<void> {
  const sender = await readSender(ctx);
  const isDown = sent.every(({ outcome }) => outcome === "failed");
  const pause = Math.max(retryAfter, Math.min(PAUSE * 2 ** sender.failures, PAUSE_MOST));
  for (const { id, outcome } of sent) {
    const row = await ctx.db.get("outbox", id);
    if (row?.channel === "code") await endCode(ctx, row, { outcome, isBatch, pause });
    if (row?.channel === "mail") await endMail(ctx, row, { outcome, isBatch });
  }
  const accepted = sent.filter(({ outcome }) => outcome === "accepted").length;
  const failed = sent.filter(({ outcome }) => outcome === "failed" || (outcome === "refused" && !isBatch)).length;
  await count(ctx, { ...(accepted && { mailsSent: accepted }), ...(failed && { mailsFailed: failed }) });
  if (isDown) {
    await writeSender(ctx, { ...sender, failures: sender.failures + 1, notBefore: Date.now() + pause });
    // Codes are due again by then, and a sender passes over what is due for a moment only.
    await wakeSender(ctx, pause + pace.settled);
  } else if (accepted > 0 && sender.failures > 0) await writeSender(ctx, { ...sender, failures: 0, notBefore: 0 });
}

/** Ends the sender of a turn, and wakes another one if something is due. One that took too long has been replaced already. */
export async function leaveRest(ctx: MutationCtx, turn: number): Promise<void> {
  const sender = await readSender(ctx);
  if (sender.turn !== turn) return;
  await writeSender(ctx, { ...sender, until: 0 });
  if (sender.notBefore > Date.now()) return;
  const [code, mail] = [await dueOf(ctx, "code", 1, pace.settled), await dueOf(ctx, "mail", 1, pace.settled)];
  if (code.length + mail.length > 0) await wakeSender(ctx);
}

const SECOND = 1_000;
/** Mails in a request. */
const BATCH = 100;
/** A request has its answer by then, or has none. */
const LEASE = 30_000;
/** For so long the provider is left alone when it takes nothing; doubled each time, up to the latter. */
const PAUSE = 1_000;
const PAUSE_MOST = 30_000;
const idle: Sender = { turn: 0, until: 0, startedAt: [], sentCodes: false, failures: 0, notBefore: 0 };

/** A code that was never sent. */
async function untried(ctx: MutationCtx, id?: Id<"outbox">): Promise<Row[] | null> {
  const row = id && (await ctx.db.get("outbox", id));
  return row?.channel === "code" && row.tries === 0 ? [row] : null;
}

/** What goes in the next request: with a key that the provider may know, the same as before; otherwise what is longest due. */
async function rowsToSend(ctx: MutationCtx, sentCodes: boolean): Promise<Row[]> {
  const codes = await dueOf(ctx, "code", BATCH, pace.settled);
  const others = codes.length === 0 || sentCodes ? await dueOf(ctx, "mail", BATCH, pace.settled) : [];
  const rows: Row[] = others.length > 0 ? others : codes;
  const [first] = rows;
  if (first?.alone) return [first];
  if (first?.batch === undefined) return rows.filter(({ alone, batch }) => !alone && batch === undefined);
  const same = ctx.db.query("outbox").withIndex("by_batch", (q) => q.eq("batch", first.batch));
  return (await same.take(BATCH)) as Row[];
}

/** What each of them says now, and to whom; what is to be sent no more is deleted. */
async function resolved(ctx: MutationCtx, rows: Row[]): Promise<Mail[]> {
  const mails: Mail[] = [];
  for (const row of rows) {
    if (row.channel === "mail" && hasLink(row.mail)) {
      // Queued by a version that sent all mails one by one.
      await ctx.db.delete("outbox", row._id);
      await queueMail(ctx, row.mail);
      continue;
    }
    const mail = row.channel === "code" ? await resolveCode(ctx, row) : await resolveMail(ctx, row);
    const isOver = row.channel === "code" ? isTooOld(row) : row.tries >= TRIES;
    if (mail !== null && !isOver) mails.push({ id: row._id, to: mail.to, mail: mail.mail });
    else {
      await ctx.db.delete("outbox", row._id);
      if (mail !== null) sayGivenUp(row.channel === "code" ? "code" : row.mail.kind);
    }
  }
  return mails;
}

type CodeRow = Extract<Row, { channel: "code" }>;

/** Null: the address has an account since. */
async function resolveCode(ctx: MutationCtx, { email, sealed }: CodeRow) {
  const account = await findAccount(ctx, "password", email);
  if (account !== null && !maySignUpAgain(account.user)) return null;
  return { to: email, mail: { kind: "code" as const, sealed } };
}

function isTooOld({ _creationTime }: CodeRow): boolean {
  return _creationTime < Date.now() - limits.codeWaitMost;
}

/** A request for several keeps its key, as long as the provider may have taken it. One mail has that of its own. */
function keyOf(rows: Row[], mails: Mail[]): { key: string; isBatch: boolean } {
  const [first, mail] = [rows[0], mails[0]];
  if (first?.batch !== undefined) return { key: first.batch, isBatch: true };
  if (mails.length === 1) return { key: `mail-${mail?.id}`, isBatch: false };
  return { key: `batch-${first?._id}-${first?.tries}`, isBatch: true };
}

/** When the next request may begin: in no second more than the provider accepts. */
function nextStart(startedAt: number[], now: number): number {
  const first = startedAt.length < pace.perSecond ? undefined : startedAt[0];
  return first === undefined ? now : Math.max(now, first + SECOND);
}

type End = { outcome: MailsEnded["sent"][number]["outcome"]; isBatch: boolean };

/** An accepted code is valid from now on, in place of an older one. */
async function endCode(ctx: MutationCtx, row: CodeRow, { outcome, isBatch, pause }: End & { pause: number }) {
  const { _id, email } = row;
  if (outcome === "failed") return await ctx.db.patch("outbox", _id, { due: Date.now() + pause });
  if (outcome === "refused" && isBatch) return await sendAlone(ctx, row);
  if (outcome === "accepted") await saveCode(ctx, row);
  else await releaseMail(ctx, email);
  await ctx.db.delete("outbox", _id);
}

async function endMail(ctx: MutationCtx, row: Extract<Row, { channel: "mail" }>, { outcome, isBatch }: End) {
  if (outcome === "accepted") return await endTries(ctx, row._id);
  if (outcome === "refused" && isBatch) return await sendAlone(ctx, row);
  if (outcome === "undeliverable") await markUndeliverable(ctx, row._id);
  const due = Date.now() + pauseAfter(row.tries);
  await ctx.db.patch("outbox", row._id, outcome === "failed" ? { due } : { due, batch: undefined });
}

/** The provider took nothing of that request, so its key is of no use. */
async function sendAlone(ctx: MutationCtx, row: Row): Promise<void> {
  await ctx.db.patch("outbox", row._id, { batch: undefined, alone: true, due: Date.now() });
}

async function readSender(ctx: QueryCtx): Promise<Sender> {
  const row = await ctx.db.query("mailSender").first();
  if (row === null) return idle;
  const { _id, _creationTime, ...sender } = row;
  return sender;
}

async function writeSender(ctx: MutationCtx, sender: Sender): Promise<void> {
  const row = await ctx.db.query("mailSender").first();
  if (row === null) await ctx.db.insert("mailSender", sender);
  else await ctx.db.patch("mailSender", row._id, sender);
}
