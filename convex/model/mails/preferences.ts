/** Which mails a user wants. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashMailsOff, isSameHash } from "../auth/secrets";

type Settings = Partial<Pick<Doc<"mailSettings">, "likesUntil" | "noticesOff" | "noticedOn">>;
type Wishes = { newLikes?: boolean | undefined; notices?: boolean | undefined };

/** Returns which mails a user wants, as their profile and their data say it. */
export async function mailWishesOf(ctx: QueryCtx, userId: Id<"users">) {
  const settings = await mailSettingsOf(ctx, userId);
  return { mailNewLikes: settings?.likesUntil !== undefined, mailNotices: settings?.noticesOff === undefined };
}

/** Whether a user asked to be mailed about new likes. */
export async function wantsLikeMails(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await mailWishesOf(ctx, userId)).mailNewLikes;
}

/** Changes the wishes that are given. Likes count from now on; without the wish no like waits to be mailed about. */
export async function setMailWishes(ctx: MutationCtx, userId: Id<"users">, wishes: Wishes): Promise<void> {
  const { newLikes, notices } = wishes;
  if (notices !== undefined) await writeMailSettings(ctx, userId, { noticesOff: notices ? undefined : true });
  if (newLikes === undefined || newLikes === (await wantsLikeMails(ctx, userId))) return;
  await writeMailSettings(ctx, userId, { likesUntil: newLikes ? Date.now() : undefined });
  if (!newLikes) await forgetLikes(ctx, userId);
}

/** Switches off every mail that a user can switch off, by the token of a mail to them. Another token changes nothing. */
export async function stopMails(ctx: MutationCtx, token: string): Promise<void> {
  const [, id = "", hash = ""] = /^([^.]+)\.([0-9a-f]{64})$/.exec(token) ?? [];
  const userId = ctx.db.normalizeId("users", id);
  if (userId === null || !isSameHash(hash, await hashMailsOff(userId))) return;
  if ((await ctx.db.get("users", userId)) === null) return;
  await setMailWishes(ctx, userId, { newLikes: false, notices: false });
}

/** Returns the token with which the mails to a user are switched off. It works without signing in, for as long as the account exists. */
export async function mailsOffToken(userId: Id<"users">): Promise<string> {
  return `${userId}.${await hashMailsOff(userId)}`;
}

/** Forgets which mails a user wants, with their account. */
export async function deleteMailSettings(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const row = await mailSettingsOf(ctx, userId);
  if (row !== null) await ctx.db.delete("mailSettings", row._id);
  await forgetLikes(ctx, userId);
}

export async function mailSettingsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"mailSettings"> | null> {
  return await ctx.db
    .query("mailSettings")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}

/** Writes the settings that are given, and leaves the others. */
export async function writeMailSettings(ctx: MutationCtx, userId: Id<"users">, settings: Settings): Promise<void> {
  const row = await mailSettingsOf(ctx, userId);
  if (row === null) await ctx.db.insert("mailSettings", { userId, ...settings });
  else await ctx.db.patch("mailSettings", row._id, settings);
}

/** Returns the row of a user who is to be mailed about new likes. */
export async function likesToMailOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likesToMail"> | null> {
  return await ctx.db
    .query("likesToMail")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}

async function forgetLikes(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const waiting = await likesToMailOf(ctx, userId);
  if (waiting !== null) await ctx.db.delete("likesToMail", waiting._id);
}
