import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

/** Every setting of the product. What is missing in production is said at deploy time, by name. */
const app = defineApp({
  env: {
    /** Where people open the app; the origin of every link in a mail and the one CORS origin. */
    SITE_URL: v.string(),
    RESEND_API_KEY: v.string(),
    /** Another address that speaks Resend's API; unset means Resend. */
    RESEND_BASE_URL: v.optional(v.string()),
    MAIL_FROM: v.string(),
    CONTACT_TO: v.string(),
    CASHFREE_BASE_URL: v.string(),
    CASHFREE_CLIENT_ID: v.string(),
    CASHFREE_CLIENT_SECRET: v.string(),
    CASHFREE_API_VERSION: v.optional(v.string()),
    JWT_PRIVATE_KEY: v.string(),
    JWKS: v.string(),
    /** Multiplies the overall budgets only, for load tests. */
    RATE_LIMIT_SCALE: v.optional(v.string()),
  },
});
app.use(rateLimiter);

export default app;
