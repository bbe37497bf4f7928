/** Notifications on phones: who is told what, and when. Other rules call `notify` and nothing else of this. */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { quietUntil } from "../shared/festival";
import type { notification, pushResult, pushTry } from "../validatorsPush";
import { isShownToMatches } from "./cards";
import { sidesOf, unreadOf } from "./chatThreads";
import { calendarOf, shownOf as festivalShownOf } from "./festival";
import { queueMail } from "./mails";
import { unshownCount } from "./matchesNews";
import * as outbox from "./outbox";
import { profileOf } from "./profilesRows";
import { paceUntil, threadTag } from "./pushPace";
import { wishesOf, type PushKind } from "./pushSettings";
import { subscriptionsOf } from "./pushSubscriptions";
import { shownOf } from "./pushWords";

export type PushTry = Infer<typeof pushTry>;
type Row = Extract<outbox.Queued, { channel: "push" }>;
type Notification = Infer<typeof notification>;
/** What a notification is about, and the mail that goes if no phone tells it. */
type Subject = Pick<Notification, "matchId" | "orMail">;

/**
 * Tells a user on their phones that something happened, once the calling transaction commits. Cheap for who has none. At
 * night, and while they are told often, it waits, and what happens meanwhile is told in one. Answers whether they will be
 * told: for who will not, mail is the way.
 */
export async function notify(
  ctx: MutationCtx,
  userId: Id<"users">,
  kind: PushKind,
  subject: Subject = {},
): Promise<boolean> {
  if (!(await isTold(ctx, userId, kind))) return false;
  const now = Date.now();
  const night = kind === "announcement" ? null : quietUntil((await calendarOf(ctx)).timeZone, now);
  const { matchId } = subject;
  const tag = kind === "message" && matchId && night === null ? threadTag(matchId) : kind;
  const waiting = await waitingOf(ctx, userId, tag, now);
  if (waiting !== null) {
    const notification = merged(waiting.notification, subject);
    if (!tellsTheSame(notification, waiting.notification)) {
      await ctx.db.patch("outbox", waiting._id, { notification });
    }
    return true;
  }
  const heldUntil = night ?? (await paceUntil(ctx, userId, tag, now));
  const notification = { kind, tag, count: 1, ...subject };
  await outbox.enqueue(ctx, { channel: "push", userId, notification }, heldUntil === null ? {} : { heldUntil });
  return true;
}

/** Whether a user is told of this kind: they want to be, and have a browser that can be. */
export async function isTold(ctx: QueryCtx, userId: Id<"users">, kind: PushKind): Promise<boolean> {
  if ((await subscriptionsOf(ctx, userId)).length === 0) return false;
  return !(await wishesOf(ctx, userId)).off.includes(kind);
}

/** Starts a try. Null: there is nothing to send. */
export async function startTry(ctx: MutationCtx, id: Id<"outbox">): Promise<PushTry | null> {
  const started = await outbox.startTry(
    ctx,
    id,
    async (row) => (row.channel === "push" ? await resolvePush(ctx, row) : null),
    async (row) => {
      if (row.channel !== "push") return;
      console.error(
        `A notification (${row.notification.kind}) was given up: it was not taken in ${outbox.TRIES} tries.`,
      );
      await mailInstead(ctx, row);
    },
  );
  if (started === null) return null;
  const { tries: _, ...rest } = started;
  return rest;
}

/** Keeps what has to be sent again, deletes subscriptions that have ended, and mails what no phone will tell. */
export async function endTry(ctx: MutationCtx, id: Id<"outbox">, results: Infer<typeof pushResult>[]): Promise<void> {
  for (const { id: subscription, outcome } of results) {
    if (outcome !== "gone" || (await ctx.db.get("pushSubscriptions", subscription)) === null) continue;
    await ctx.db.delete("pushSubscriptions", subscription);
  }
  const row = await ctx.db.get("outbox", id);
  if (row?.channel !== "push") return;
  const to = results.filter(({ outcome }) => outcome === "failed").map((result) => result.id);
  const told = row.notification.told ?? results.some(({ outcome }) => outcome === "sent");
  const notification = { ...row.notification, to, ...(told && { told }) };
  if (to.length > 0) return await ctx.db.patch("outbox", id, { notification });
  await ctx.db.delete("outbox", id);
  await mailInstead(ctx, { ...row, notification });
}

/** The one of a tag that waits untried: what happens meanwhile joins it. */
async function waitingOf(ctx: MutationCtx, userId: Id<"users">, tag: string, now: number): Promise<Row | null> {
  const theirs = ctx.db.query("outbox").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await theirs.order("desc").take(QUEUED_MOST);
  const isWaiting = (row: outbox.Queued): row is Row =>
    row.channel === "push" && row.tries === 0 && row.due > now && row.notification.tag === tag;
  return rows.find(isWaiting) ?? null;
}

/** Read of one user's queue. */
const QUEUED_MOST = 50;

function merged({ matchId: before, ...waiting }: Notification, { matchId, orMail }: Subject): Notification {
  const same = before === matchId ? before : undefined;
  return { ...waiting, count: waiting.count + 1, ...(same && { matchId: same }), ...(orMail && { orMail }) };
}

/** Several matches are counted when they are told, so that many at once do not all write the one that waits. */
function tellsTheSame(now: Notification, before: Notification): boolean {
  const { kind, count, matchId, orMail } = before;
  return kind === "match" && count > 1 && now.matchId === matchId && now.orMail === orMail;
}

/** What is sent now, and to which browsers. Null: the user is gone, wants it no more, or what it is about is gone. */
async function resolvePush(ctx: MutationCtx, row: Row): Promise<PushTry | null> {
  const { userId, notification } = row;
  const { kind, tag, matchId, to: left } = notification;
  const user = await ctx.db.get("users", userId);
  if (user === null || user.status === "suspended") return null;
  const [subscriptions, wishes] = [await subscriptionsOf(ctx, userId), await wishesOf(ctx, userId)];
  const to = subscriptions.filter(({ _id }) => left?.includes(_id) ?? true);
  if (to.length === 0 || wishes.off.includes(kind)) {
    await mailInstead(ctx, row);
    return null;
  }
  const match = matchId ? await ctx.db.get("matches", matchId) : null;
  if (matchId && match === null) return null;
  if (kind === "message" && (await hasRead(ctx, userId, matchId))) return null;
  const other = match && (match.a === userId ? match.b : match.a);
  if (other !== null && !isShownToMatches(await ctx.db.get("users", other))) return null;
  const several = kind === "match" && other === null ? await unshownCount(ctx, userId) : null;
  if (several === 0) return null;
  const name = wishes.showNames && other ? (await profileOf(ctx, other))?.name : undefined;
  return {
    to: to.map(({ _id: id, endpoint, p256dh, auth }) => ({ id, endpoint, p256dh, auth })),
    payload: JSON.stringify(shownOf({ ...notification, ...(several && { count: several }) }, name ?? null)),
    topic: tag,
    urgent: kind === "match" || kind === "message",
    contact: (await festivalShownOf(ctx)).supportEmail,
  };
}

/** Whether they have read meanwhile what they were to be told of: of one thread, or of all. */
async function hasRead(ctx: QueryCtx, userId: Id<"users">, matchId: Id<"matches"> | undefined): Promise<boolean> {
  if (matchId === undefined) return (await unreadOf(ctx, userId)) === 0;
  return (await sidesOf(ctx, matchId)).every((side) => side.userId !== userId || side.unread === 0);
}

/** Mails what no phone told, where there is a mail that says it. */
async function mailInstead(ctx: MutationCtx, { userId, notification: { orMail, told } }: Row): Promise<void> {
  if (orMail && !told) await queueMail(ctx, { kind: orMail, userId });
}
