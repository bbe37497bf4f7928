/**
 * The outbox. A rule queues a mail in its own transaction, so the mail is sent if and only if the transaction commits. An
 * action sends it right after, and retries with growing pauses until the mail provider accepts it, so a provider that is down
 * for a day loses no mail. Sign-up codes are not queued, because a person who waits for one is told at once if it fails.
 */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { mail, mailTry } from "../validatorsMail";

export type Mail = Infer<typeof mail>;
export type MailTry = Infer<typeof mailTry>;

/** atOnce false: the retry job sends it. after: a delay in milliseconds, for one of many mails. */
type MailTiming = { atOnce?: boolean; after?: number };

/** Queues a mail. It is sent once the calling transaction is committed, unless timed otherwise. */
export async function queueMail(
  ctx: MutationCtx,
  mail: Mail,
  { atOnce = true, after = 0 }: MailTiming = {},
): Promise<void> {
  const userId = "userId" in mail && mail.userId !== null ? mail.userId : undefined;
  const id = await ctx.db.insert("outbox", {
    mail,
    tries: 0,
    due: Date.now() + after + pauseAfter(1),
    ...(userId && { userId }),
  });
  if (atOnce) await ctx.scheduler.runAfter(after, internal.mails.deliver, { id });
}

/** Starts a try, and sets when the next one is due, whatever comes of this one. Null: there is nothing to send. */
export async function startTry(ctx: MutationCtx, id: Id<"outbox">): Promise<MailTry | null> {
  const row = await ctx.db.get("outbox", id);
  if (row === null) return null;
  const resolved = await resolveMail(ctx, row);
  const tries = row.tries + 1;
  if (resolved === null || tries > TRIES) {
    if (resolved !== null) console.error(`A mail (${row.mail.kind}) was given up: it was not taken ${TRIES} times.`);
    await ctx.db.delete("outbox", id);
    return null;
  }
  await ctx.db.patch("outbox", id, { tries, due: Date.now() + pauseAfter(tries) });
  return { tries, ...resolved };
}

/** Deletes a mail that the mail provider has accepted. */
export async function endTries(ctx: MutationCtx, id: Id<"outbox">): Promise<void> {
  if ((await ctx.db.get("outbox", id)) !== null) await ctx.db.delete("outbox", id);
}

/** Retries mails that are due, two a second: the mail provider accepts five, and sign-up codes need the rest. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const due = await ctx.db
    .query("outbox")
    .withIndex("by_due", (q) => q.lte("due", now))
    .take(AT_ONCE);
  for (const [index, { _id }] of due.entries()) {
    await ctx.db.patch("outbox", _id, { due: now + AT_ONCE * SPACE + pauseAfter(1) });
    await ctx.scheduler.runAfter(index * SPACE, internal.mails.deliver, { id: _id });
  }
}

/** Deletes up to `most` queued mails to a user. Answers how many. */
export async function deleteMails(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const theirs = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await theirs.take(most);
  for (const { _id } of rows) await ctx.db.delete("outbox", _id);
  return rows.length;
}

const MINUTE = 60_000;
/** With the pauses below, the last try is more than a day after the first. */
const TRIES = 20;
const AT_ONCE = 100;
/** Milliseconds between two retries. */
const SPACE = 500;

/** A minute, doubled with each try up to two hours. A try takes seconds; one that is not done by then was interrupted. */
function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), 120 * MINUTE);
}

/** The content of a mail and its address. Null: the user or the message is gone, or a newer reset link is queued. */
async function resolveMail(ctx: MutationCtx, row: Doc<"outbox">): Promise<Omit<MailTry, "tries"> | null> {
  const { mail } = row;
  if (mail.kind === "contact") {
    const message = await ctx.db.get("contactMessages", mail.messageId);
    return message && { mail: { kind: mail.kind, message: contentOf(message) }, to: null };
  }
  const user = mail.userId && (await ctx.db.get("users", mail.userId));
  if (!user) return null;
  if (mail.kind !== "reset") return { mail, to: user.email };
  return (await isReplaced(ctx, row)) ? null : { mail: { kind: mail.kind, userId: user._id }, to: user.email };
}

function contentOf({ name, email, subject, message, appeal }: Doc<"contactMessages">) {
  return { name, email, subject, message, ...(appeal && { appeal }) };
}

async function isReplaced(ctx: MutationCtx, { userId, _id, _creationTime }: Doc<"outbox">): Promise<boolean> {
  const theirs = ctx.db
    .query("outbox")
    .withIndex("by_userId", (q) => q.eq("userId", userId).gt("_creationTime", _creationTime));
  return (await theirs.take(AT_ONCE)).some((row) => row._id !== _id && row.mail.kind === "reset");
}
