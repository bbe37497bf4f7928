/**
 * Mails about a match and about unread messages, for members without notifications. A match or message queues one and checks nothing, so it
 * stays cheap. Everything is checked when the mail is due. A member gets at most one of each kind per festival day.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { festivalDay, quietUntil } from "../../shared/festival";
import { limits } from "../../shared/limits";
import type { mail } from "../../validators/mail";
import { firstUnreadAt } from "../rows/threads";
import { calendarOf, canUseApp } from "../festival/festival";
import { mailSettingsOf, writeMailSettings } from "./preferences";
import { isActive } from "../numbers/numbers";
import { enqueue } from "../outbox";
import { isStillNew } from "../news/news";
import { pushSettingsOf } from "../subscriptions/settings";
import { subscriptionsOf } from "../subscriptions/subscriptions";

export type Notice = Extract<Infer<typeof mail>, { kind: "notice" }>;

/** How long (ms) a match may be unseen, or a message unread, before the mail. */
export const noticeAfter = { match: limits.matchNoticeMs, message: limits.messageNoticeMs };

/**
 * True if a due mail should be sent. In the quiet hours, queues it again for the morning. The first try takes the festival day, so no other
 * mail of its kind goes that day.
 */
export async function shouldSend(ctx: MutationCtx, user: Doc<"users">, notice: Notice, isRetry: boolean) {
  const { _id: userId } = user;
  const { about, matchId } = notice;
  const settings = await mailSettingsOf(ctx, userId);
  if (!(await canUseApp(ctx, user)) || !(await isWanted(ctx, userId, about, settings))) return false;
  const { timeZone } = await calendarOf(ctx);
  const now = Date.now();
  const today = festivalDay(timeZone, now);
  const morning = quietUntil(timeZone, now);
  if (!isRetry && settings?.noticedOn?.[about] === today) return false;
  if ((await subscriptionsOf(ctx, userId)).length > 0) return false;
  if (!(await isStillNew(ctx, userId, about, matchId)) || (await isActive(ctx, userId))) return false;
  if (!(await hasWaited(ctx, userId, notice))) return false;
  if (!isRetry && morning !== null) {
    await enqueue(ctx, { channel: "mail", userId, mail: notice }, { heldUntil: morning });
    return false;
  }
  if (!isRetry) await writeMailSettings(ctx, userId, { noticedOn: { ...settings?.noticedOn, [about]: today } });
  return true;
}

type Settings = Doc<"mailSettings"> | null;

/** True if the user wants this mail. Turning off a kind of notification turns off its mail too. */
async function isWanted(ctx: QueryCtx, userId: Id<"users">, about: Notice["about"], settings: Settings) {
  return settings?.noticesOff === undefined && !(await pushSettingsOf(ctx, userId)).off.includes(about);
}

/** True if the match or message has waited long enough. A message that came after the last one was read has its own mail, due later. */
async function hasWaited(ctx: QueryCtx, userId: Id<"users">, { about, matchId }: Notice): Promise<boolean> {
  if (about === "match" || matchId === undefined) return true;
  const since = await firstUnreadAt(ctx, matchId, userId);
  return since !== null && since <= Date.now() - noticeAfter.message;
}
