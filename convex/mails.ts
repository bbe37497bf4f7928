/** Internal functions: sending the mails of the outbox. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { env, internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import { hashInvitation, hashToken, newToken } from "./model/authSecrets";
import * as mails from "./model/mails";
import { mailNewLikes as mailNextUsers } from "./model/mailsLikes";
import { send } from "./services/email";
import type { Letter } from "./services/emailLayout";
import * as letters from "./services/emailLetters";
import { mailTry } from "./validatorsMail";

/** Tries to send a mail once. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const start: mails.MailTry | null = await ctx.runMutation(internal.mails.startTry, { id });
    if (start === null) return null;
    // By the key the provider knows a mail that it has accepted already. Each try of a link mails a new one, so its key is new.
    const key =
      start.mail.kind === "reset" || start.mail.kind === "invitation" ? `mail-${id}-${start.tries}` : `mail-${id}`;
    const sent = await send(start.to ?? env.CONTACT_TO, await letterOf(ctx, start), key);
    if (sent === "accepted") await ctx.runMutation(internal.mails.endTries, { id });
    if (sent === "undeliverable") await ctx.runMutation(internal.mails.markUndeliverable, { id });
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
  handler: async (ctx, { id }) => await mails.endTries(ctx, id),
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

async function letterOf(ctx: ActionCtx, { mail, festival }: mails.MailTry): Promise<Letter> {
  switch (mail.kind) {
    case "reset":
      return letters.reset(festival, await freshToken(ctx, mail.userId));
    case "invitation":
      return letters.invitation(festival, await freshInvitation(ctx, mail.invitationId), mail);
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
      return letters.newLikes(festival);
    case "announcement":
      return letters.announcement(festival, mail.text);
    case "secondFactorOff":
      return letters.secondFactorOff(festival, mail.by);
    case "suspension":
      return letters.suspension(festival, mail.reason);
  }
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
