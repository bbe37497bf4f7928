import actionRetrier from "@convex-dev/action-retrier/convex.config";
import aggregate from "@convex-dev/aggregate/convex.config";
import crons from "@convex-dev/crons/convex.config";
import migrations from "@convex-dev/migrations/convex.config";
import presence from "@convex-dev/presence/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import resend from "@convex-dev/resend/convex.config";
import shardedCounter from "@convex-dev/sharded-counter/convex.config";
import workflow from "@convex-dev/workflow/convex.config";
import workpool from "@convex-dev/workpool/convex.config";
import { defineApp } from "convex/server";

/** A bakery that uses ten components. Plain JavaScript, as an app may be. */
const app = defineApp();
for (const component of [actionRetrier, aggregate, crons, migrations, presence]) app.use(component);
for (const component of [rateLimiter, resend, shardedCounter, workflow, workpool]) app.use(component);

export default app;
