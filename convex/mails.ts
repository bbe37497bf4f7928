/** Internal functions: sending the mails of the outbox. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { env, internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import { decrypted } from "./model/auth/sealing";
import { hashInvitation, hashToken, newToken } from "./model/auth/secrets";
import * as mails from "./model/mails/mails";
import { mailNewLikes as mailNextUsers } from "./model/mails/likes";
import { mailsOffToken } from "./model/mails/preferences";
import * as sending from "./model/mails/sending";
import { count } from "./model/numbers/numbers";
import { send as post } from "./services/email";
import type { Host, Letter } from "./services/emailLayout";
import * as letters from "./services/emailLetters";
import * as notices from "./services/emailNotices";
import { codeMailState, type queuedCodeState } from "./validators/common";
import { mailRequest, mailsEnded, mailTry } from "./validators/mail";

type CodeState = Infer<typeof codeMailState>;
type QueuedCodeState = Infer<typeof queuedCodeState>;
type Mail = sending.MailRequest["mails"][number]["mail"];

/** Sends the mails that are due, many to a request, unless another sender is at it. */
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
 * Has a queued code mailed, and looks for as long as somebody waits at their screen what becomes of it. Whoever finds no sender at work sends
 * it themselves; if the provider says then that it does not take it, it has failed, and they try again. waiting: others send it.
 */
export const sendCode = internalAction({
  args: { email: v.string(), id: v.id("outbox") },
  returns: codeMailState,
  handler: async (ctx, { email, id }) => {
    let state = await sendOwn(ctx, id);
    for (const pause of PAUSES) {
      if (state !== "waiting") break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      const now: QueuedCodeState = await ctx.runQuery(internal.authCodes.stateOfMail, { email, queued: id });
      if (now.state !== "waiting" || now.notBefore > Date.now()) return now.state;
      if (now.until <= Date.now()) state = await sendOwn(ctx, id);
    }
    return state;
  },
});

/** Notes what came of a sender's last request, and begins the next one. */
export const next = internalMutation({
  args: {
    turn: v.union(v.number(), v.null()),
    ended: v.union(mailsEnded, v.null()),
    own: v.optional(v.id("outbox")),
  },
  returns: v.union(mailRequest, v.null()),
  handler: async (ctx, { turn, ended, own }) => {
    if (ended !== null) await sending.endRequest(ctx, ended);
    return await sending.nextRequest(ctx, turn, own);
  },
});

/** Notes what came of a sender's last request, and leaves what is due to another sender. */
export const end = internalMutation({
  args: { turn: v.number(), ended: mailsEnded },
  returns: v.null(),
  handler: async (ctx, { turn, ended }) => {
    await sending.endRequest(ctx, ended);
    await sending.leaveRest(ctx, turn);
    return null;
  },
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
    // By the key the provider knows a mail that it has accepted already. Each try mails a new link, so its key is new.
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
    await mails.endTries(ctx, id);
    await count(ctx, { mailsSent: 1 });
    return null;
  },
});

export const markUndeliverable = internalMutation({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => await mails.markUndeliverable(ctx, id),
});

/** Once a day: mails users who asked to be told of new likes and have some. */
export const mailNewLikes = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => await mailNextUsers(ctx, after),
});

/** Requests of one sender. An action may take ten minutes, and another sender follows. */
const REQUESTS = 400;

/** How long (ms) an asker waits until each of their looks: three seconds in all. */
const PAUSES = [20, 80, 200, 400, 800, 1_500];

/**
 * Sends a queued code, after what is due before it, and leaves the rest to others. waiting: another sender is at it, or nobody has sent
 * that code yet.
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
      // What was refused with others goes by itself next.
      const isOver = outcome === "undeliverable" || (outcome === "refused" && !ended.isBatch);
      return isOver ? "failed" : "waiting";
    }
  } catch {
    // Whatever stops a sender, another one goes on with what it left. The error could tell the address.
    console.error("A sender of mails stopped.");
  }
  return "waiting";
}

/** Requests of whoever waits for their code: after the first two it is as long due as others. */
const OWN_REQUESTS = 3;

/** Sends a request when its time has come. */
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
    const outcome = sent[written.findIndex((one) => one.id === id)] ?? "refused";
    // The code may have come, so it has to be valid in the end, and no other one is mailed beside it.
    if (outcome === "unheard") return "failed";
    return outcome === "failed" && isOwn ? "refused" : outcome;
  };
  return { isBatch, retryAfter, sent: mails.map(({ id }) => ({ id, outcome: outcomeOf(id) })) };
}

/** Null: it cannot be written any more, since the deployment has another key now. */
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
      return letters.announcement(festival, mail.text);
    case "secondFactorOff":
      return letters.secondFactorOff(festival, mail.by);
    case "closingWithdrawn":
      return letters.closingWithdrawn(festival);
    case "suspension":
      return letters.suspension(festival, mail.reason);
    default:
      return null;
  }
}

/** The letter of a mail with a link, which is made for this try. */
async function linkLetter(ctx: ActionCtx, { mail, festival }: mails.MailTry): Promise<Letter | null> {
  if (mail.kind === "reset") return letters.reset(festival, await freshToken(ctx, mail.userId));
  if (mail.kind !== "invitation") return null;
  return letters.invitation(festival, await freshInvitation(ctx, mail.invitationId), mail);
}

/** The token of a reset link is only in its mail, so each try makes a new one, and the one before becomes invalid. */
async function freshToken(ctx: ActionCtx, userId: Id<"users">): Promise<string> {
  const token = newToken();
  await ctx.runMutation(internal.authResets.saveReset, { userId, tokenHash: await hashToken(token) });
  return token;
}

/** The same for an invitation. */
async function freshInvitation(ctx: ActionCtx, id: Id<"invitations">): Promise<string> {
  const token = newToken();
  await ctx.runMutation(internal.staff.saveInvitationToken, { id, tokenHash: await hashInvitation(token) });
  return token;
}
