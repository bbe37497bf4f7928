/** Sends an announcement to everybody, a few per transaction, by mail or to their phones. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { failTooMany } from "../../shared/errors";
import { currentAnnouncement } from "../festival/festival";
import { queueMail } from "../mails/mails";
import { wakeSender } from "../outbox";
import { notify } from "../push/push";
import { spend } from "../throttle/limits";
import { HOUR, MINUTE } from "../../shared/durations";

/** Counts a mail to everybody that an organiser asks for. Throws if there have been many lately. */
export async function countMailToAll(ctx: MutationCtx): Promise<void> {
  const wait = await spend(ctx, "mailToAll", "everybody");
  if (wait === null) return;
  const hours = Math.max(1, Math.ceil((wait - MINUTE) / HOUR));
  const when = hours === 1 ? "an hour" : `${String(hours)} hours`;
  failTooMany(wait, undefined, `Everyone has had several e-mails lately. The next one can go out in ${when}.`);
}

/**
 * `at`: the announcement's time. `after`: the creation time of the last user notified. A correction goes only to users who got the mail.
 */
export type Broadcast = { at: number; by: "mail" | "push" | "correction"; after: number };

/** Notifies the next users, and schedules the rest. Stops once the announcement is no longer current. */
export async function notifyNext(ctx: MutationCtx, { at, by, after }: Broadcast): Promise<void> {
  if (by !== "correction" && (await currentAnnouncement(ctx, at)) === null) return;
  const next = ctx.db.query("users").withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const users = await next.take(BATCH);
  for (const user of users) {
    if (by === "correction" ? !(await wasMailed(ctx, user._id, at)) : !isRecipient(user)) continue;
    const timing = { heldUntil: Date.now() };
    if (by === "push") await notify(ctx, user._id, "announcement");
    else if (by === "mail") await queueMail(ctx, { kind: "announcement", userId: user._id, at }, timing);
    else await queueMail(ctx, { kind: "closingWithdrawn", userId: user._id }, timing);
  }
  if (by !== "push") await wakeSender(ctx);
  const last = users.at(-1);
  if (last === undefined || users.length < BATCH) return;
  const rest = { at, by, after: last._creationTime };
  await ctx.scheduler.runAfter(BATCH * pauses[by], internal.festival.notifyEverybody, rest);
}

const BATCH = 50;
/** Milliseconds per person: fifty mails or twenty-five notifications a second. */
const pauses = { mail: 20, push: 40, correction: 20 };

/** True if a user was mailed an announcement after a time (ms). */
async function wasMailed({ db }: MutationCtx, userId: Id<"users">, after: number): Promise<boolean> {
  const mails = db.query("sentMails").withIndex("by_userId", (q) => q.eq("userId", userId).gte("_creationTime", after));
  return (await mails.take(MAILS_READ)).some(({ kind }) => kind === "announcement");
}

/** More mails than one person gets between an announcement and its correction. */
const MAILS_READ = 100;

function isRecipient({ kind, status }: Doc<"users">): boolean {
  return kind === "user" && status !== "rejected" && status !== "suspended";
}
