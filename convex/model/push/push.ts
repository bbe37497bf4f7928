/** Notifies users, by notification where they have them, else by mail. Other rules call only `notify`. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { quietUntil } from "../../shared/festival";
import type { notification, pushResult, pushTry } from "../../validators/push";
import { calendarOf, canUseApp, festivalDetailsOf, isClosed } from "../festival/festival";
import { queueMail } from "../mails/mails";
import { noticeAfter } from "../mails/notices";
import { unshownCount, isStillNew } from "../news/news";
import * as outbox from "../outbox";
import { profileOf } from "../rows/profiles";
import { pushSettingsOf, type PushKind } from "../subscriptions/settings";
import { isNotified, subscriptionsOf } from "../subscriptions/subscriptions";
import { contentOf } from "./words";
import { resetLimit, spend } from "../throttle/limits";

export type PushTry = Infer<typeof pushTry>;
type Row = Extract<outbox.Queued, { channel: "push" }>;
type Notification = Infer<typeof notification>;
/** The subject of a notification, and the mail to send at once if no browser shows it. */
type Subject = Pick<Notification, "matchId" | "orMail">;

/**
 * Notifies a user once the calling transaction commits. Sends a mail if none of their browsers shows notifications. At night, and while
 * there are many, a notification waits and later events join it.
 */
export async function notify(
  ctx: MutationCtx,
  userId: Id<"users">,
  kind: PushKind,
  subject: Subject = {},
): Promise<void> {
  if (!(await isNotified(ctx, userId, kind))) return await mailInstead(ctx, userId, { kind, ...subject });
  const now = Date.now();
  const night = kind === "announcement" ? null : quietUntil((await calendarOf(ctx)).timeZone, now);
  const { matchId } = subject;
  const tag = kind === "message" && matchId && night === null ? threadTag(matchId) : kind;
  const waiting = await waitingOf(ctx, userId, tag, now);
  if (waiting !== null) {
    const notification = merged(waiting.notification, subject);
    if (!isSameContent(notification, waiting.notification)) {
      await ctx.db.patch("outbox", waiting._id, { notification });
    }
    return;
  }
  const heldUntil = night ?? (await paceUntil(ctx, userId, tag, now));
  const notification = { kind, tag, count: 1, ...subject };
  await outbox.enqueue(ctx, { channel: "push", userId, notification }, heldUntil === null ? {} : { heldUntil });
}

/** Starts a try. Returns null if there is nothing to send. */
export async function startTry(ctx: MutationCtx, id: Id<"outbox">): Promise<PushTry | null> {
  const started = await outbox.startTry(
    ctx,
    id,
    async (row) => (row.channel === "push" ? await resolvePush(ctx, row) : null),
    async (row) => {
      if (row.channel !== "push") return;
      outbox.logGivenUp(`${row.notification.kind} notification`);
      await mailInstead(ctx, row.userId, row.notification);
    },
  );
  if (started === null) return null;
  const { tries: _, ...rest } = started;
  return rest;
}

/**
 * Applies the outcomes of a try. Keeps the browsers to retry, deletes ended subscriptions, and sends a mail if no browser got the
 * notification.
 */
export async function endTry(ctx: MutationCtx, id: Id<"outbox">, results: Infer<typeof pushResult>[]): Promise<void> {
  for (const { id: subscription, outcome } of results) {
    if (outcome !== "gone" || (await ctx.db.get("pushSubscriptions", subscription)) === null) continue;
    await ctx.db.delete("pushSubscriptions", subscription);
  }
  const row = await ctx.db.get("outbox", id);
  if (row?.channel !== "push") return;
  const to = results.filter(({ outcome }) => outcome === "failed").map((result) => result.id);
  const isDelivered = row.notification.isDelivered ?? results.some(({ outcome }) => outcome === "sent");
  const notification = { ...row.notification, to, ...(isDelivered && { isDelivered }) };
  if (to.length > 0) return await ctx.db.patch("outbox", id, { notification });
  await ctx.db.delete("outbox", id);
  await mailInstead(ctx, row.userId, notification);
}

/** Forgets the last notification of an ended thread. */
export async function resetThreadPace(ctx: MutationCtx, userId: Id<"users">, matchId: Id<"matches">): Promise<void> {
  await resetLimit(ctx, "pushThread", keyOf(userId, threadTag(matchId)));
}

/** Returns the untried waiting notification of a tag, which later events join. */
async function waitingOf(ctx: MutationCtx, userId: Id<"users">, tag: string, now: number): Promise<Row | null> {
  const queued = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await queued.order("desc").take(MAX_QUEUED);
  const isWaiting = (row: outbox.Queued): row is Row =>
    row.channel === "push" && row.tries === 0 && row.due > now && row.notification.tag === tag;
  return rows.find(isWaiting) ?? null;
}

/** Queue rows read per user. */
const MAX_QUEUED = 50;

function merged({ matchId: waitingMatchId, ...waiting }: Notification, { matchId, orMail }: Subject): Notification {
  const commonMatchId = waitingMatchId === matchId ? waitingMatchId : undefined;
  return {
    ...waiting,
    count: waiting.count + 1,
    ...(commonMatchId && { matchId: commonMatchId }),
    ...(orMail && { orMail }),
  };
}

/** Several matches are counted when sent, so that simultaneous ones do not all write the waiting row. */
function isSameContent(next: Notification, current: Notification): boolean {
  const { kind, count, matchId, orMail } = current;
  return kind === "match" && count > 1 && next.matchId === matchId && next.orMail === orMail;
}

/** Returns the current content and the target browsers. Null if the user or the subject is gone, or it is no longer wanted. */
async function resolvePush(ctx: MutationCtx, row: Row): Promise<PushTry | null> {
  const { userId, notification } = row;
  const { kind, tag, matchId, to: remaining } = notification;
  const user = await ctx.db.get("users", userId);
  if (user === null || user.status === "suspended") return null;
  if (!(await canOpen(ctx, user, kind))) return null;
  const [subscriptions, settings] = await Promise.all([subscriptionsOf(ctx, userId), pushSettingsOf(ctx, userId)]);
  const to = subscriptions.filter(({ _id }) => remaining?.includes(_id) ?? true);
  if (to.length === 0 || settings.off.includes(kind)) {
    await mailInstead(ctx, userId, notification);
    return null;
  }
  // It was withdrawn.
  if (kind === "announcement" && (await festivalDetailsOf(ctx)).announcement === null) return null;
  const isNews = kind === "match" || kind === "message";
  if (isNews && !(await isStillNew(ctx, userId, kind, matchId))) return null;
  const match = matchId ? await ctx.db.get("matches", matchId) : null;
  const other = match && (match.a === userId ? match.b : match.a);
  const matchCount = kind === "match" && other === null ? await unshownCount(ctx, userId) : null;
  const name = settings.showNames && other ? (await profileOf(ctx, other))?.name : undefined;
  return {
    to: to.map(({ _id: id, endpoint, p256dh, auth }) => ({ id, endpoint, p256dh, auth })),
    payload: JSON.stringify(contentOf({ ...notification, ...(matchCount && { count: matchCount }) }, name ?? null)),
    topic: tag,
    urgent: kind === "match" || kind === "message",
    contact: (await festivalDetailsOf(ctx)).supportEmail,
  };
}

/** True if a user can open what a notification is about. A person hears of a decision before they are a member. */
async function canOpen(ctx: MutationCtx, user: Doc<"users">, kind: Notification["kind"]): Promise<boolean> {
  if (kind === "announcement") return true;
  return kind === "approval" ? !(await isClosed(ctx)) : await canUseApp(ctx, user);
}

/** Sends a mail for a notification that no browser shows, if there is one of the same content. */
async function mailInstead(
  ctx: MutationCtx,
  userId: Id<"users">,
  { kind, matchId, orMail, isDelivered }: Pick<Notification, "kind" | "matchId" | "orMail" | "isDelivered">,
): Promise<void> {
  if (isDelivered) return;
  // The minute's job sends it, so that the approvals of a minute go in one request.
  if (orMail) await queueMail(ctx, { kind: orMail, userId }, { heldUntil: Date.now() });
  if (kind !== "match" && kind !== "message") return;
  const heldUntil = Date.now() + noticeAfter[kind];
  await queueMail(ctx, { kind: "notice", userId, about: kind, ...(matchId && { matchId }) }, { heldUntil });
}

/** Returns when the next notification may go out, or null for at once. In one thread, at most one a minute. */
async function paceUntil(ctx: MutationCtx, userId: Id<"users">, tag: string, now: number) {
  const thread = tag.startsWith(THREAD) ? await spend(ctx, "pushThread", keyOf(userId, tag)) : null;
  const wait = thread ?? (await spend(ctx, "push", userId));
  return wait === null ? null : now + wait;
}

/** Returns the tag of a thread. On a phone, a notification replaces an earlier one with the same tag. */
function threadTag(matchId: Id<"matches">): string {
  return `${THREAD}${matchId}`;
}

function keyOf(userId: Id<"users">, tag: string): string {
  return `${userId} ${tag}`;
}

const THREAD = "message-";
