/**
 * "You have new likes" mails, sent once a day if there is a new like. They go to users who asked for them and get no notifications. They
 * never say who. A like marks its receiver as waiting, so the job reads only them, in order.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { entryFor } from "../deck/partitions";
import { isMember } from "../rows/knownStatus";
import { queueMail } from "./mails";
import { likesToMailOf, mailSettingsOf, wantsLikeMails, writeMailSettings } from "./preferences";
import { wakeSender } from "../outbox";
import { profileOf } from "../rows/profiles";
import { isNotified } from "../subscriptions/subscriptions";
import { DAY, HOUR } from "../../shared/durations";

/** Marks a user as having a new like. Costs one index read for users without these mails. */
export async function markNewLike(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  if (!(await wantsLikeMails(ctx, userId))) return;
  const row = await likesToMailOf(ctx, userId);
  if (row?.parked) await ctx.db.patch("likesToMail", row._id, { parked: undefined });
  else if (row === null && !(await isNotified(ctx, userId, "likes"))) await ctx.db.insert("likesToMail", { userId });
}

/** Mails the next users, those waiting since after `after` (ms). The rest follow in later transactions. */
export async function mailNewLikes(ctx: MutationCtx, after: number): Promise<void> {
  const waiting = ctx.db
    .query("likesToMail")
    .withIndex("by_parked", (q) => q.eq("parked", undefined).gt("_creationTime", after));
  const rows = await waiting.take(USERS_PER_BATCH);
  for (const row of rows) await mailIfLiked(ctx, row);
  if (rows.length > 0) await wakeSender(ctx);
  const last = rows.at(-1);
  if (last && rows.length === USERS_PER_BATCH) {
    await ctx.scheduler.runAfter(BATCH_PAUSE_MS, internal.mails.mailNewLikes, { after: last._creationTime });
  }
}

/** An hour less than a day, so that a late run does not shift the next one by a day. */
const MIN_INTERVAL_MS = DAY - HOUR;
const USERS_PER_BATCH = 50;
/** Milliseconds between two transactions: ten thousand mails are queued within four minutes. */
const BATCH_PAUSE_MS = 1_000;
const MAX_LIKES_READ = 10;

async function mailIfLiked(ctx: MutationCtx, { _id, userId }: Doc<"likesToMail">): Promise<void> {
  const until = (await mailSettingsOf(ctx, userId))?.likesUntil;
  const now = Date.now();
  if (until !== undefined && now - until < MIN_INTERVAL_MS) return;
  const [user, profile] = await Promise.all([ctx.db.get("users", userId), profileOf(ctx, userId)]);
  if (until !== undefined && user !== null && (!isMember(user) || profile === null)) {
    return await ctx.db.patch("likesToMail", _id, { parked: true });
  }
  await ctx.db.delete("likesToMail", _id);
  if (until === undefined || profile === null || !(await hasNewLike(ctx, profile, until))) return;
  await writeMailSettings(ctx, userId, { likesUntil: now });
  if (await isNotified(ctx, userId, "likes")) return;
  await queueMail(ctx, { kind: "newLikes", userId }, { heldUntil: now });
}

/** True if a visible person has liked the user since `after` (ms) and has no answer yet. A like restored by an undo keeps its age. */
export async function hasNewLike(ctx: QueryCtx, profile: Doc<"profiles">, after: number): Promise<boolean> {
  const newer = ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", profile.userId).gt("_creationTime", after));
  const likes = (await newer.order("desc").take(MAX_LIKES_READ)).filter(({ since }) => (since ?? Infinity) > after);
  const entries = await Promise.all(likes.map(({ from }) => entryFor(ctx, profile, from)));
  return entries.some((entry) => entry !== null);
}
