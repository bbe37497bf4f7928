/**
 * Mails on their way. A rule queues one in its own transaction: it leaves if, and only if, what it tells of happened. An
 * action hands it over at once, out of the request's way, and again ever later until the provider takes it: one that is
 * down for a day loses none. Sign-up codes are not queued: who waits for one is told at once that it could not be sent.
 */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { mail, mailTry } from "../validatorsMail";

/** What a mail says, and so whom it goes to. */
export type Mail = Infer<typeof mail>;
export type Try = Infer<typeof mailTry>;

/** Not at once: among those that are tried again. After: so many milliseconds later, for one of many. */
type When = { atOnce?: boolean; after?: number };

/** Has a mail sent. It leaves once the transaction that calls this is committed, unless told when. */
export async function queueMail(ctx: MutationCtx, mail: Mail, { atOnce = true, after = 0 }: When = {}): Promise<void> {
  const userId = "userId" in mail && mail.userId !== null ? mail.userId : undefined;
  const id = await ctx.db.insert("outbox", {
    mail,
    tries: 0,
    due: Date.now() + after + pauseAfter(1),
    ...(userId && { userId }),
  });
  if (atOnce) await ctx.scheduler.runAfter(after, internal.mails.deliver, { id });
}

/** Starts a try: from here on the next one is due later, whatever becomes of this one. Null: there is nothing to send. */
export async function startTry(ctx: MutationCtx, id: Id<"outbox">): Promise<Try | null> {
  const row = await ctx.db.get("outbox", id);
  if (row === null) return null;
  const addressed = await addressedTo(ctx, row);
  const tries = row.tries + 1;
  if (addressed === null || tries > TRIES) {
    if (addressed !== null) console.error(`A mail (${row.mail.kind}) was given up: it was not taken ${TRIES} times.`);
    await ctx.db.delete("outbox", id);
    return null;
  }
  await ctx.db.patch("outbox", id, { tries, due: Date.now() + pauseAfter(tries) });
  return { tries, ...addressed };
}

/** A mail that the provider has taken leaves nothing behind. */
export async function endTries(ctx: MutationCtx, id: Id<"outbox">): Promise<void> {
  if ((await ctx.db.get("outbox", id)) !== null) await ctx.db.delete("outbox", id);
}

/** Has tried again what is due, slowly: the provider takes a few mails a second, and sign-up codes go first. */
export async function retryDue(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const due = await ctx.db
    .query("outbox")
    .withIndex("by_due", (q) => q.lte("due", now))
    .take(AT_ONCE);
  for (const [place, { _id }] of due.entries()) {
    await ctx.db.patch("outbox", _id, { due: now + AT_ONCE * SPACE + pauseAfter(1) });
    await ctx.scheduler.runAfter(place * SPACE, internal.mails.deliver, { id: _id });
  }
}

/** Drops what is on its way to somebody, up to `most`; says how many there were. */
export async function deleteMails(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const theirs = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await theirs.take(most);
  for (const { _id } of rows) await ctx.db.delete("outbox", _id);
  return rows.length;
}

const MINUTE = 60_000;
/** With the pauses below the last try is more than a day after the first. */
const TRIES = 20;
const AT_ONCE = 100;
const SPACE = 500;

/** A minute, doubled for each try up to two hours. A try takes seconds; one that is not over by then was cut off. */
function pauseAfter(tries: number): number {
  return Math.min(MINUTE * 2 ** (tries - 1), 120 * MINUTE);
}

/** What is sent to whom. Null: the person or the message is gone, or a newer link for the same person is on its way. */
async function addressedTo(ctx: MutationCtx, row: Doc<"outbox">): Promise<Omit<Try, "tries"> | null> {
  const { mail } = row;
  if (mail.kind === "contact") {
    const message = await ctx.db.get("messages", mail.messageId);
    return message && { mail: { kind: mail.kind, message: contentOf(message) }, to: null };
  }
  const user = mail.userId && (await ctx.db.get("users", mail.userId));
  if (!user) return null;
  if (mail.kind !== "reset") return { mail, to: user.email };
  return (await isOutdated(ctx, row)) ? null : { mail: { kind: mail.kind, userId: user._id }, to: user.email };
}

function contentOf({ name, email, subject, message }: Doc<"messages">) {
  return { name, email, subject, message };
}

async function isOutdated(ctx: MutationCtx, { userId, _id, _creationTime }: Doc<"outbox">): Promise<boolean> {
  const theirs = ctx.db
    .query("outbox")
    .withIndex("by_userId", (q) => q.eq("userId", userId).gt("_creationTime", _creationTime));
  return (await theirs.take(AT_ONCE)).some((row) => row._id !== _id && row.mail.kind === "reset");
}
