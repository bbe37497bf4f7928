import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashed, isSameHash } from "../auth/secrets";

type Settings = Partial<Pick<Doc<"mailSettings">, "likesUntil" | "noticesOff" | "noticedOn">>;
type MailPreferences = { newLikes?: boolean | undefined; notices?: boolean | undefined };

/** Returns which mails a user wants, as shown in their profile and data export. */
export async function mailPreferencesOf(ctx: QueryCtx, userId: Id<"users">) {
  const settings = await mailSettingsOf(ctx, userId);
  return { mailNewLikes: settings?.likesUntil !== undefined, mailNotices: settings?.noticesOff === undefined };
}

export async function wantsLikeMails(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await mailPreferencesOf(ctx, userId)).mailNewLikes;
}

/**
 * Changes the given settings. Switching like mails on starts at the current likes: only later ones are mailed. Switching them
 * off drops the like that waits for a mail.
 */
export async function setMailPreferences(
  ctx: MutationCtx,
  userId: Id<"users">,
  preferences: MailPreferences,
): Promise<void> {
  const { newLikes, notices } = preferences;
  if (notices !== undefined) await writeMailSettings(ctx, userId, { noticesOff: notices ? undefined : true });
  if (newLikes === undefined || newLikes === (await wantsLikeMails(ctx, userId))) return;
  await writeMailSettings(ctx, userId, { likesUntil: newLikes ? Date.now() : undefined });
  const waiting = newLikes ? null : await likesToMailOf(ctx, userId);
  if (waiting !== null) await ctx.db.delete("likesToMail", waiting._id);
}

/** Turns off every optional mail, by the token of a mail to the user. A wrong token changes nothing. */
export async function stopMails(ctx: MutationCtx, token: string): Promise<void> {
  const [, id = "", hash = ""] = /^([^.]+)\.([0-9a-f]{64})$/.exec(token) ?? [];
  const userId = ctx.db.normalizeId("users", id);
  if (userId === null || !isSameHash(hash, await hashed("mails off", userId))) return;
  if ((await ctx.db.get("users", userId)) === null) return;
  await setMailPreferences(ctx, userId, { newLikes: false, notices: false });
}

/** Returns the token that turns off a user's mails. It works without signing in, while the account exists. */
export async function mailsOffToken(userId: Id<"users">): Promise<string> {
  return `${userId}.${await hashed("mails off", userId)}`;
}

export async function mailSettingsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"mailSettings"> | null> {
  return await getOneFrom(ctx.db, "mailSettings", "by_userId", userId);
}

/** Writes the given settings and leaves the others. */
export async function writeMailSettings(ctx: MutationCtx, userId: Id<"users">, settings: Settings): Promise<void> {
  const row = await mailSettingsOf(ctx, userId);
  if (row === null) await ctx.db.insert("mailSettings", { userId, ...settings });
  else await ctx.db.patch("mailSettings", row._id, settings);
}

export async function likesToMailOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likesToMail"> | null> {
  return await getOneFrom(ctx.db, "likesToMail", "by_userId", userId);
}
