/**
 * 'You have new likes': mailed to users who asked for it and whose phones are not told, once a day, if there is a new like. It
 * never says who. Whoever is to be mailed is noted when the like comes, so that the job reads nobody else, in the order in which they wait.
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
import { isTold } from "../subscriptions/subscriptions";

/** Notes that somebody has a new like. One look at an index for who did not ask for mails. */
export async function noteLike(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  if (!(await wantsLikeMails(ctx, userId))) return;
  const row = await likesToMailOf(ctx, userId);
  if (row?.parked) await ctx.db.patch("likesToMail", row._id, { parked: undefined });
  else if (row === null && !(await isTold(ctx, userId, "likes"))) await ctx.db.insert("likesToMail", { userId });
}

/** Mails the next ones, who wait since later than `after` (ms). The rest follow in further transactions. */
export async function mailNewLikes(ctx: MutationCtx, after: number): Promise<void> {
  const waiting = ctx.db
    .query("likesToMail")
    .withIndex("by_parked", (q) => q.eq("parked", undefined).gt("_creationTime", after));
  const rows = await waiting.take(PEOPLE);
  for (const row of rows) await mailIfLiked(ctx, row);
  if (rows.length > 0) await wakeSender(ctx);
  const last = rows.at(-1);
  if (last && rows.length === PEOPLE) {
    await ctx.scheduler.runAfter(SPACE, internal.mails.mailNewLikes, { after: last._creationTime });
  }
}

const DAY = 86_400_000;
/** An hour less than a day, so that a late run does not delay the next one by a day. */
const BETWEEN = DAY - 3_600_000;
const PEOPLE = 50;
/** Milliseconds between two transactions: ten thousand are queued within four minutes. */
const SPACE = 1_000;
const LIKES = 10;

async function mailIfLiked(ctx: MutationCtx, { _id, userId }: Doc<"likesToMail">): Promise<void> {
  const [until, now] = [(await mailSettingsOf(ctx, userId))?.likesUntil, Date.now()];
  if (until !== undefined && now - until < BETWEEN) return;
  const [user, profile] = [await ctx.db.get("users", userId), await profileOf(ctx, userId)];
  if (until !== undefined && user !== null && (!isMember(user) || profile === null)) {
    return await ctx.db.patch("likesToMail", _id, { parked: true });
  }
  await ctx.db.delete("likesToMail", _id);
  if (until === undefined || profile === null || !(await hasNewLike(ctx, profile, until))) return;
  await writeMailSettings(ctx, userId, { likesUntil: now });
  if (await isTold(ctx, userId, "likes")) return;
  await queueMail(ctx, { kind: "newLikes", userId }, { heldUntil: now });
}

/** Whether they have an unanswered like since then, of somebody whom they can see. One that came back with an undo is as old as it was. */
export async function hasNewLike(ctx: QueryCtx, profile: Doc<"profiles">, after: number): Promise<boolean> {
  const newer = ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", profile.userId).gt("_creationTime", after));
  const likes = (await newer.order("desc").take(LIKES)).filter(({ since }) => (since ?? Infinity) > after);
  const entries = await Promise.all(likes.map(({ from }) => entryFor(ctx, profile, from)));
  return entries.some((entry) => entry !== null);
}
