/**
 * 'You have new likes': mailed to users who asked for it and whose phones are not told, once a day, if there is a new like. It
 * never says who.
 */
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { entryFor } from "./deckPartitions";
import { queueMail } from "./mails";
import { profileOf } from "./profilesRows";
import { isTold } from "./push";

/** Mails the next users who asked, beginning after `after`. The rest follow in further transactions. */
export async function mailNewLikes(ctx: MutationCtx, after: number): Promise<void> {
  const next = ctx.db.query("likeMails").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const rows = await next.take(PEOPLE);
  for (const [index, row] of rows.entries()) await mailIfLiked(ctx, row, index * SPACE);
  const last = rows.at(-1);
  if (last && rows.length === PEOPLE) {
    await ctx.scheduler.runAfter(PEOPLE * SPACE, internal.mails.mailNewLikes, { after: last._creationTime });
  }
}

const DAY = 86_400_000;
/** An hour less than a day, so that a late run does not delay the next one by a day. */
const BETWEEN = DAY - 3_600_000;
const PEOPLE = 50;
/** Milliseconds between two mails. With the two retries a second this stays below the five that the mail provider accepts. */
const SPACE = 400;
const LIKES = 10;

async function mailIfLiked(ctx: MutationCtx, { _id, userId, until }: Doc<"likeMails">, after: number): Promise<void> {
  const now = Date.now();
  if (now - until < BETWEEN) return;
  const [user, profile] = [await ctx.db.get("users", userId), await profileOf(ctx, userId)];
  if (user?.status !== "approved" || profile === null || !(await hasNewLike(ctx, profile, until))) return;
  await ctx.db.patch("likeMails", _id, { until: now });
  if (await isTold(ctx, userId, "likes")) return;
  await queueMail(ctx, { kind: "newLikes", userId }, { after });
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
