/** "You have new likes" on phones: once a day, if there is a new like. */
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isMember } from "../rows/knownStatus";
import { hasNewLike } from "../mails/likes";
import { wantsLikeMails } from "../mails/preferences";
import { profileOf } from "../rows/profiles";
import { notify } from "./push";
import { isNotified } from "../subscriptions/subscriptions";

/** Notifies the next users, starting after `after`. The rest follow in later transactions. */
export async function notifyNewLikes(ctx: MutationCtx, after: number): Promise<void> {
  const next = ctx.db.query("pushSettings").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const rows = await next.take(BATCH);
  for (const row of rows) await notifyIfLiked(ctx, row);
  const last = rows.at(-1);
  if (last && rows.length === BATCH) {
    await ctx.scheduler.runAfter(PAUSE_MS, internal.push.notifyNewLikes, { after: last._creationTime });
  }
}

const BATCH = 50;
/** Milliseconds between two transactions, to spread a crowd. */
const PAUSE_MS = 1_000;

async function notifyIfLiked(ctx: MutationCtx, { _id, userId, likesUntil }: Doc<"pushSettings">): Promise<void> {
  if (!(await isNotified(ctx, userId, "likes"))) return;
  const [user, profile] = await Promise.all([ctx.db.get("users", userId), profileOf(ctx, userId)]);
  if (!isMember(user) || profile === null || !(await hasNewLike(ctx, profile, likesUntil))) return;
  await ctx.db.patch("pushSettings", _id, { likesUntil: Date.now() });
  await notify(ctx, userId, "likes", (await wantsLikeMails(ctx, userId)) ? { orMail: "newLikes" } : {});
}
