/** Internal functions: sending the mails of the outbox. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { env, internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import { decrypted, hashed, newToken } from "./model/auth/secrets";
import * as mails from "./model/mails/mails";
import { mailNewLikes as mailNextUsers } from "./model/mails/likes";
import { mailsOffToken } from "./model/mails/preferences";
import * as sending from "./model/mails/sending";
import { count } from "./model/numbers/numbers";
import { send as post } from "./services/email";
import type { Host, Letter } from "./services/emailLayout";
import * as letters from "./services/emailLetters";
import * as notices from "./services/emailNotices";
import { codeMailState, type queuedCodeState } from "./validators/auth";
import { mailRequest, mailsEnded, mailTry } from "./validators/mail";

type CodeState = Infer<typeof codeMailState>;
type QueuedCodeState = Infer<typeof queuedCodeState>;
type Mail = sending.MailRequest["mails"][number]["mail"];

/** Sends due mails, many to a request. Does nothing while another sender works. */
export const send = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    let ended: sending.MailsEnded | null = null;
    let turn: number | null = null;
    for (let left = REQUESTS; left > 0; left--) {
      const request: sending.MailRequest | null = await ctx.runMutation(internal.mails.next, { turn, ended });
      if (request === null) return null;
      [ended, turn] = [await sendAll(request), request.turn];
    }
    if (ended !== null && turn !== null) await ctx.runMutation(internal.mails.end, { turn, ended });
    return null;
  },
});

/**
 * Sends a queued code and waits up to three seconds for the outcome, while the person waits at the screen. If no sender is at work, this
 * call sends the code itself. If the provider then refuses it, the call returns `failed` and the person tries again. Returns `waiting` if
 * another sender will send it.
 */
export const sendCode = internalAction({
  args: { email: v.string(), id: v.id("outbox") },
  returns: codeMailState,
  handler: async (ctx, { email, id }) => {
    let state = await sendOwn(ctx, id);
    for (const pause of PAUSES) {
      if (state !== "waiting") break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      const current: QueuedCodeState = await ctx.runQuery(internal.auth.stateOfMail, { email, queued: id });
      if (current.state !== "waiting" || current.notBefore > Date.now()) return current.state;
      if (current.until <= Date.now()) state = await sendOwn(ctx, id);
    }
    return state;
  },
});

/** Records the outcome of a sender's last request and starts the next one. */
export const next = internalMutation({
  args: {
    turn: v.union(v.number(), v.null()),
    ended: v.union(mailsEnded, v.null()),
    own: v.optional(v.id("outbox")),
  },
  returns: v.union(mailRequest, v.null()),
  handler: async (ctx, { turn, ended, own }) => {
    const sender = ended === null ? undefined : await sending.endRequest(ctx, ended);
    return await sending.nextRequest(ctx, turn, own, sender);
  },
});

/** Records the outcome of a sender's last request and leaves due mails to another sender. */
export const end = internalMutation({
  args: { turn: v.number(), ended: mailsEnded },
  returns: v.null(),
  handler: async (ctx, { turn, ended }) => await sending.endSender(ctx, turn, await sending.endRequest(ctx, ended)),
});

/** Tries once to send a mail with a link. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const start: mails.MailTry | null = await ctx.runMutation(internal.mails.startTry, { id });
    if (start === null) return null;
    const letter = await linkLetter(ctx, start);
    if (letter === null) return null;
    // The provider recognises a mail by this key and accepts it once. Each try mails a new link, so its key is new.
    const { sent } = await post([{ to: start.to ?? env.CONTACT_TO, letter }], `mail-${id}-${start.tries}`);
    if (sent[0] === "accepted") await ctx.runMutation(internal.mails.endTries, { id });
    if (sent[0] === "undeliverable") await ctx.runMutation(internal.mails.markUndeliverable, { id });
    return null;
  },
});

export const startTry = internalMutation({
  args: { id: v.id("outbox") },
  returns: v.union(mailTry, v.null()),
  handler: async (ctx, { id }) => await mails.startTry(ctx, id),
});

export const endTries = internalMutation({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const row = await ctx.db.get("outbox", id);
    if (row?.channel === "link") await mails.recordAccepted(ctx, row);
    await count(ctx, { mailsSent: 1 });
  },
});

export const markUndeliverable = internalMutation({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => await mails.markUndeliverable(ctx, id),
});

/** Runs once a day. Mails users who asked for mails about new likes and have some. */
export const mailNewLikes = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => await mailNextUsers(ctx, after),
});

/** The most requests of one sender, because an action may run for ten minutes. Then another sender follows. */
const REQUESTS = 400;

/** Pauses (ms) between two checks of the outcome: three seconds in all. */
const PAUSES = [20, 80, 200, 400, 800, 1_500];

/**
 * Sends a queued code after the mails due before it, and leaves the rest to other senders. Returns `waiting` if another sender is at work
 * or the code has not been sent yet.
 */
async function sendOwn(ctx: ActionCtx, own: Id<"outbox">): Promise<CodeState> {
  let ended: sending.MailsEnded | null = null;
  let turn: number | null = null;
  try {
    for (let left = OWN_REQUESTS; left > 0; left--) {
      const request: sending.MailRequest | null = await ctx.runMutation(internal.mails.next, { turn, ended, own });
      if (request === null) return "waiting";
      [ended, turn] = [await sendAll(request), request.turn];
      const outcome = ended.sent.find(({ id }) => id === own)?.outcome;
      if (outcome === undefined && left > 1) continue;
      await ctx.runMutation(internal.mails.end, { turn, ended });
      if (outcome === "accepted") return "sent";
      // Mail that was refused in a batch is sent alone next.
      const isOver = outcome === "undeliverable" || (outcome === "refused" && !ended.isBatch);
      return isOver ? "failed" : "waiting";
    }
  } catch {
    // Another sender continues after any failure. The error is not logged, because it could contain the address.
    console.error("A mail sender stopped.");
  }
  return "waiting";
}

/** Requests for a person who waits for their code. From the third on, a code has the same priority as other mail. */
const OWN_REQUESTS = 3;

/** Sends a request once its wait is over. */
async function sendAll(request: sending.MailRequest): Promise<sending.MailsEnded> {
  const { mails, festival, key, isBatch, isOwn, wait } = request;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const letters = await Promise.all(
    mails.map(async ({ id, to, mail }) => {
      const letter = await letterOf(festival, to, mail);
      return letter === null ? [] : [{ id, to: to ?? env.CONTACT_TO, letter }];
    }),
  );
  const written = letters.flat();
  const { sent, retryAfter } = written.length === 0 ? { sent: [], retryAfter: 0 } : await post(written, key, isBatch);
  const outcomeOf = (id: Id<"outbox">) => {
    const outcome = sent[written.findIndex((entry) => entry.id === id)] ?? "refused";
    // The provider may have accepted the code. It stays valid, and no second code is mailed.
    if (outcome === "unheard") return "failed";
    return outcome === "failed" && isOwn ? "refused" : outcome;
  };
  return { isBatch, retryAfter, sent: mails.map(({ id }) => ({ id, outcome: outcomeOf(id) })) };
}

/** Returns null for a code that was sealed with another deployment key. */
async function letterOf(festival: Host, to: string | null, mail: Mail): Promise<Letter | null> {
  switch (mail.kind) {
    case "code": {
      const [digits, token] = (await decrypted("queued code", mail.sealed))?.split(" ") ?? [];
      return to !== null && digits && token ? letters.signUpCode(festival, to, digits, token) : null;
    }
    case "contact":
      return letters.contact(festival, mail.message);
    case "approval":
      return letters.approval(festival);
    case "rejection":
      return letters.rejection(festival, mail);
    case "receipt":
      return letters.receipt(festival, mail);
    case "refund":
      return letters.refund(festival, mail);
    case "newLikes":
      return notices.newLikes(festival, await mailsOffToken(mail.userId));
    case "notice":
      return notices.notice(festival, mail.about, await mailsOffToken(mail.userId));
    case "announcement":
      return letters.announcement(festival, mail);
    case "secondFactorOff":
      return letters.secondFactorOff(festival, mail.by);
    case "closingWithdrawn":
      return letters.closingWithdrawn(festival);
    case "restoration":
      return letters.restoration(festival);
    case "suspension":
      return letters.suspension(festival, mail.reason);
    default:
      return null;
  }
}

/**
 * Writes the letter of a mail with a link. Each try creates a new token, because only the mail holds it. The previous link becomes invalid.
 */
async function linkLetter(ctx: ActionCtx, { mail, festival }: mails.MailTry): Promise<Letter | null> {
  const token = newToken();
  if (mail.kind === "reset") {
    const { userId } = mail;
    await ctx.runMutation(internal.auth.saveReset, { userId, tokenHash: await hashed("reset link", token) });
    return letters.reset(festival, token);
  }
  if (mail.kind !== "invitation") return null;
  const { invitationId: id } = mail;
  await ctx.runMutation(internal.staff.saveInvitationToken, { id, tokenHash: await hashed("invitation", token) });
  return letters.invitation(festival, token, mail);
}
