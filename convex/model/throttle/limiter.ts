/**
 * Rate limits. Refused attempts count too, so these functions return instead of throwing: a mutation that throws rolls back its own count.
 * No limit is per network address, because a festival shares one.
 */
import { HOUR, RateLimiter, SECOND } from "@convex-dev/rate-limiter";
import { components } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";

export const limiter = new RateLimiter(components.rateLimiter);
type Bucket = { kind: "token bucket"; rate: number; period: number; capacity: number; shards?: number };
type Attempt = { key?: string; config: Bucket };

/**
 * Counts an attempt. A counter written while the clock was ahead would refuse until then, so it restarts. No other counter refuses longer
 * than an empty bucket takes to gain a token.
 */
export async function limit(ctx: MutationCtx, name: string, attempt: Attempt) {
  const counted = await limiter.limit(ctx, name, attempt);
  if (counted.ok || !isAhead(attempt.config, counted.retryAfter)) return counted;
  await limiter.reset(ctx, name, attempt);
  return await limiter.limit(ctx, name, attempt);
}

/** As `limit`, without counting. */
export async function check(ctx: MutationCtx, name: string, attempt: Attempt) {
  const { ok, retryAfter } = await limiter.check(ctx, name, attempt);
  if (ok || isAhead(attempt.config, retryAfter)) return { ok: true, retryAfter: undefined } as const;
  return { ok: false, retryAfter } as const;
}

/** Deletes counters older than a day. At worst this refills a limit once a day. */
export async function deleteOldCounters(ctx: MutationCtx): Promise<void> {
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: Date.now() - 24 * HOUR });
}

function isAhead({ rate, period, shards = 1 }: Bucket, retryAfter: number): boolean {
  return retryAfter > (shards * period) / rate + SECOND;
}
