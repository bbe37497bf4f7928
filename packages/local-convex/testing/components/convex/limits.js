import { RateLimiter } from "@convex-dev/rate-limiter";
import { componentsGeneric, mutationGeneric } from "convex/server";
import { v } from "convex/values";

const limiter = new RateLimiter(componentsGeneric().rateLimiter, {
  taste: { kind: "fixed window", rate: 2, period: 3_600_000 },
});

/** True if the person may taste once more. */
export const taste = mutationGeneric({
  args: { who: v.string() },
  handler: async (ctx, { who }) => (await limiter.limit(ctx, "taste", { key: who })).ok,
});
