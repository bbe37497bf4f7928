/** 'You have new likes': for whoever asked for it, once a day, and only when there is one. It never says who. */
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { audienceOf, entryIn } from "./deckPartitions";
import { queueMail } from "./mails";
import { profileOf } from "./profiles";

/** Mails the next of those who asked, beginning behind `after`; the rest follow in transactions of their own. */
export async function tellOfLikes(ctx: MutationCtx, after: number): Promise<void> {
  const next = ctx.db.query("likeMails").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const wishes = await next.take(PEOPLE);
  for (const [index, wish] of wishes.entries()) await tell(ctx, wish, index * SPACE);
  const last = wishes.at(-1);
  if (last && wishes.length === PEOPLE) {
    await ctx.scheduler.runAfter(PEOPLE * SPACE, internal.mails.tellOfLikes, { after: last._creationTime });
  }
}

const DAY = 86_400_000;
/** An hour less than a day, so that a round that was late does not put the next one off. */
const BETWEEN = DAY - 3_600_000;
const PEOPLE = 50;
/** Between two mails. With the two a second that are tried again this stays below the five that the provider takes. */
const SPACE = 400;
const LIKES = 10;

async function tell(ctx: MutationCtx, { _id, userId, until }: Doc<"likeMails">, after: number): Promise<void> {
  const now = Date.now();
  if (now - until < BETWEEN) return;
  const [user, profile] = [await ctx.db.get("users", userId), await profileOf(ctx, userId)];
  if (user?.status !== "approved" || profile === null || !(await hasNewLike(ctx, profile, until))) return;
  await ctx.db.patch("likeMails", _id, { until: now });
  await queueMail(ctx, { kind: "newLikes", userId }, { after });
}

/** Whether somebody likes them since then, whom they can see and have not answered. */
async function hasNewLike(ctx: QueryCtx, profile: Doc<"profiles">, since: number): Promise<boolean> {
  const newer = ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", profile.userId).gt("_creationTime", since));
  const likes = await newer.order("desc").take(LIKES);
  const entries = await Promise.all(likes.map(({ from }) => entryIn(ctx, audienceOf(profile), from)));
  return entries.some((entry) => entry !== null);
}
