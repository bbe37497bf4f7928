/** Mails on their way to people: nobody outside calls these. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { env, internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import { hashToken, newToken } from "./model/authSecrets";
import { deleteOldMessages } from "./model/contact";
import * as mails from "./model/mails";
import { tellOfLikes as tell } from "./model/mailsLikes";
import { send } from "./services/email";
import type { Letter } from "./services/emailLayout";
import * as letters from "./services/emailLetters";
import { mailTry } from "./validatorsMail";

/** One try at handing a mail over. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const start: mails.Try | null = await ctx.runMutation(internal.mails.startTry, { id });
    if (start === null) return null;
    // The provider knows a mail that it took already by its key. A reset link is a new one each time, and so is its key.
    const key = start.mail.kind === "reset" ? `mail-${id}-${start.tries}` : `mail-${id}`;
    const taken = await send(start.to ?? env.CONTACT_TO, await letterOf(ctx, start.mail), key);
    if (taken) await ctx.runMutation(internal.mails.endTries, { id });
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
    return null;
  },
});

/** Has tried again what is due, and drops messages that were kept long enough. */
export const retryDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await mails.retryDue(ctx);
    await deleteOldMessages(ctx);
    return null;
  },
});

/** Once a day: whoever wants to know of new likes and has some is mailed. */
export const tellOfLikes = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => {
    await tell(ctx, after);
    return null;
  },
});

async function letterOf(ctx: ActionCtx, mail: mails.Try["mail"]): Promise<Letter> {
  switch (mail.kind) {
    case "reset":
      return letters.reset(await freshToken(ctx, mail.userId));
    case "contact":
      return letters.contact(mail.message);
    case "approval":
      return letters.approval();
    case "rejection":
      return letters.rejection(mail);
    case "receipt":
      return letters.receipt(mail);
    case "newLikes":
      return letters.newLikes();
  }
}

/** The token of a reset link exists only in its mail: each try makes a new one, and the one before is no longer good. */
async function freshToken(ctx: ActionCtx, userId: Id<"users">): Promise<string> {
  const token = newToken();
  await ctx.runMutation(internal.authResets.saveReset, { userId, tokenHash: await hashToken(token) });
  return token;
}
