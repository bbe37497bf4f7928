/** Queued mails other than sign-up codes: their current content, and the records of sent ones. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { mail, mailTry } from "../../validators/mail";
import { isDemoAddress } from "../../shared/demo";
import { canUseApp, currentAnnouncement, mailHostOf } from "../festival/festival";
import { shouldSend } from "./notices";
import { wantsLikeMails } from "./preferences";
import { count } from "../numbers/numbers";
import * as outbox from "../outbox";

export type Mail = Infer<typeof mail>;
export type MailTry = Infer<typeof mailTry>;

type MailRow = Extract<outbox.Queued, { channel: "mail" | "link" }>;

export async function queueMail(ctx: MutationCtx, mail: Mail, timing: outbox.Timing = {}): Promise<void> {
  const userId = "userId" in mail && mail.userId !== null ? mail.userId : undefined;
  const channel = hasLink(mail) ? "link" : "mail";
  await outbox.enqueue(ctx, { channel, mail, ...(userId && { userId }) }, timing);
}

/** True if each try gives the mail a new link, so it needs a request of its own. */
function hasLink({ kind }: Mail): boolean {
  return kind === "reset" || kind === "invitation";
}

/** Starts a try of a mail with a link. Returns null if there is nothing to send. */
export async function startTry(ctx: MutationCtx, id: Id<"outbox">): Promise<MailTry | null> {
  const started = await outbox.startTry(
    ctx,
    id,
    async (row) => {
      // Accepted mails are deleted, so the last try of this row was not accepted.
      if (row.tries > 0 && !outbox.isUndeliverable(row)) await count(ctx, { mailsFailed: 1 });
      return row.channel === "link" ? await resolveMail(ctx, row) : null;
    },
    async (row) => {
      if (row.channel === "link") outbox.logGivenUp(`${row.mail.kind} mail`);
    },
  );
  return started && { ...started, festival: await mailHostOf(ctx) };
}

/** Records that the provider accepted a mail to a user, without its text. */
export async function recordAccepted(ctx: MutationCtx, row: MailRow): Promise<void> {
  const kind = "userId" in row.mail ? row.mail.kind : null;
  const user = row.userId ? await ctx.db.get("users", row.userId) : null;
  if (kind !== null && user !== null) await ctx.db.insert("sentMails", { userId: user._id, kind });
  await ctx.db.delete("outbox", row._id);
}

/** Marks an address that cannot receive mail. The mail is retried, but the service is not to blame. */
export async function markUndeliverable(ctx: MutationCtx, id: Id<"outbox">): Promise<void> {
  const row = await ctx.db.get("outbox", id);
  if (row?.channel === "mail" || row?.channel === "link") await ctx.db.patch("outbox", id, { isUndeliverable: true });
}

/** Queued mails read per user. */
const MAX_QUEUED = 100;

/** Returns a mail's content and address. Returns null if the reason for the mail is gone. */
export async function resolveMail(ctx: MutationCtx, row: MailRow): Promise<Omit<MailTry, "tries" | "festival"> | null> {
  const { mail } = row;
  if (mail.kind === "contact") {
    const message = await ctx.db.get("contactMessages", mail.messageId);
    return message && { mail: { kind: mail.kind, message: contentOf(message) }, to: null };
  }
  if (mail.kind === "invitation") {
    const invitation = await ctx.db.get("invitations", mail.invitationId);
    return invitation && { mail: { ...mail, of: invitation.kind, isNew: !invitation.userId }, to: invitation.email };
  }
  const user = mail.userId && (await ctx.db.get("users", mail.userId));
  // Nobody reads mail to demo people, and undeliverable mail hurts the sender's reputation.
  if (!user || isDemoAddress(user.email)) return null;
  // The user may have turned these mails off, or been suspended, or the app may have closed, since it was queued.
  if (mail.kind === "newLikes" && !((await canUseApp(ctx, user)) && (await wantsLikeMails(ctx, user._id)))) return null;
  // The approval may have been undone since, and given again.
  if (mail.kind === "approval" && (!(await canUseApp(ctx, user)) || (await isReplaced(ctx, row)))) return null;
  if (mail.kind === "restoration" && !(await canUseApp(ctx, user))) return null;
  if (mail.kind === "notice" && !(await shouldSend(ctx, user, mail, row.tries > 0))) return null;
  if (mail.kind === "announcement") {
    const current = await currentAnnouncement(ctx, mail.at);
    return current && { mail: { kind: mail.kind, userId: user._id, ...current }, to: user.email };
  }
  if (mail.kind === "secondFactorOff") {
    const { email: by } = (await ctx.db.get("users", mail.by)) ?? {};
    return { mail: { kind: mail.kind, userId: user._id, ...(by && { by }) }, to: user.email };
  }
  if (mail.kind !== "reset") return { mail, to: user.email };
  return (await isReplaced(ctx, row)) ? null : { mail: { kind: mail.kind, userId: user._id }, to: user.email };
}

function contentOf({ name, email, subject, message, appeal }: Doc<"contactMessages">) {
  return { name, email, subject, message, ...(appeal && { appeal }) };
}

/** True if a newer mail of the same kind to the user is queued. */
async function isReplaced(ctx: MutationCtx, { userId, _id, _creationTime, mail }: MailRow): Promise<boolean> {
  const newer = ctx.db
    .query("outbox")
    .withIndex("by_userId", (q) => q.eq("userId", userId).gt("_creationTime", _creationTime));
  return (await newer.take(MAX_QUEUED)).some((row) => row._id !== _id && "mail" in row && row.mail.kind === mail.kind);
}
