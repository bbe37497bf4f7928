/** Limits on the messages of an account, to all matches together. One row holds both counters, because each message changes both. */
import { calculateRateLimit, type RateLimitConfig } from "@convex-dev/rate-limiter";
import { HOUR, MINUTE } from "../../shared/durations";
import { pick } from "convex-helpers";
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail, failTooMany } from "../../shared/errors";

type Counters = Doc<"messageCounters">;

export async function messageCountersOf(ctx: QueryCtx, userId: Id<"users">): Promise<Counters | null> {
  return await getOneFrom(ctx.db, "messageCounters", "by_userId", userId);
}

/** Counts a message. Throws if a limit is used up. `counters`: the account's row. */
export async function spendMessage(ctx: MutationCtx, userId: Id<"users">, counters: Counters | null): Promise<void> {
  const [minute, day] = [counted(counters, "minute"), counted(counters, "day")];
  if (minute.retryAfter) failTooMany(Math.ceil(minute.retryAfter));
  if (day.retryAfter) {
    const wait = Math.ceil(day.retryAfter);
    fail("TOO_MANY_TRIES", "You have sent a lot of messages today. Please wait a while.", wait);
  }
  const next = { userId, minute: pick(minute, ["value", "ts"]), day: pick(day, ["value", "ts"]) };
  if (counters === null) await ctx.db.insert("messageCounters", next);
  else await ctx.db.patch("messageCounters", counters._id, next);
}

const limits = {
  /** Faster than anybody types for a minute. */
  minute: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  /** Far more than anybody writes at a festival, and few enough to store. */
  day: { kind: "token bucket", rate: 1_000, period: 24 * HOUR, capacity: 1_000 },
} satisfies Record<string, RateLimitConfig>;

/** A counter written while the clock was ahead counts as of now. */
function counted(counters: Counters | null, name: keyof typeof limits) {
  const now = Date.now();
  const last = counters && { ...counters[name], ts: Math.min(counters[name].ts, now) };
  return calculateRateLimit(last, limits[name], now, 1);
}
