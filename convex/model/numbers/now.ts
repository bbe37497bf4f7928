/**
 * Current queue sizes, and the status derived from them. A query reads them, and a mutation that reads nothing else writes them. The queues
 * change many times a second, so a transaction that read them would conflict all evening.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { observedNow } from "../../validators/numbers";
import { readProfileCounts } from "./profileCounts";
import { reviewMinutes } from "./decisionCounts";
import { writeSingle } from "../rows/writing";
import { isPlain, lateMails, statusOf, updateStatus } from "../status";

type Observed = Infer<typeof observedNow>;

/**
 * Returns the numbers of due mails and waiting profiles, the start of the longest waits, whether mails are late, and the desk's speed.
 * `at`: the time (ms).
 */
export async function observeNow(ctx: QueryCtx, at: number): Promise<Observed> {
  const queued = (channel: "code" | "mail" | "link") =>
    ctx.db.query("outbox").withIndex("by_channel_and_due", (q) => q.eq("channel", channel));
  const codes = await queued("code").take(limits.mailsCounted);
  const others = [await queued("mail").take(limits.mailsCounted), await queued("link").take(limits.mailsCounted)]
    .flat()
    .filter(({ heldUntil = 0 }) => heldUntil <= at);
  const profilesWaiting = (await readProfileCounts(ctx)).pending;
  return {
    mailsWaiting: Math.min(codes.length + others.length, limits.mailsCounted),
    codesWaiting: codes.length,
    oldestCode: codes.length === 0 ? null : Math.min(...codes.map(({ _creationTime }) => _creationTime)),
    profilesWaiting,
    oldestProfile: (await firstWaiting(ctx))?._creationTime ?? null,
    lateMails: await lateMails(ctx, at),
    reviewMinutes: await reviewMinutes(ctx, at, profilesWaiting),
  };
}

/** True if the figures or the status may differ from the stored ones, because something waits now or waited at the last update. */
export async function mayDifferNow(ctx: QueryCtx): Promise<boolean> {
  const row = await ctx.db.query("numbersNow").first();
  if (row === null || row.people + row.mailsWaiting + row.profilesWaiting > 0 || row.oldestProfile !== null)
    return true;
  if ((await ctx.db.query("outbox").first()) !== null || (await firstWaiting(ctx)) !== null) return true;
  return !isPlain(await statusOf(ctx));
}

/** Writes the observation, if it changed. `people`: how many are active. */
export async function writeNow(ctx: MutationCtx, people: number, observation: Observed): Promise<void> {
  const { lateMails, reviewMinutes, ...figures } = observation;
  const row = await ctx.db.query("numbersNow").first();
  await writeSingle(ctx, "numbersNow", row, { since: row?.since ?? Date.now(), people, ...figures });
  await updateStatus(ctx, figures.oldestProfile, lateMails, reviewMinutes);
}

async function firstWaiting({ db }: QueryCtx): Promise<Doc<"submissions"> | null> {
  const waiting = db.query("submissions").withIndex("by_status", (q) => q.eq("status", "waiting"));
  return await waiting.first();
}
