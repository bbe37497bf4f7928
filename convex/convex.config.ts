import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

/** Every setting of the product. A deployment refuses a push while a required one is missing, and names it. */
const app = defineApp({
  env: {
    /** The app's address. Links in mails begin with it, and only its origin may read REST responses in a browser. */
    SITE_URL: v.string(),
    RESEND_API_KEY: v.string(),
    /** Another server with Resend's API. Default: Resend itself. */
    RESEND_BASE_URL: v.optional(v.string()),
    MAIL_FROM: v.string(),
    CONTACT_TO: v.string(),
    /**
     * The festival, until an organiser saves settings. Days as `2030-01-31`, the time zone by its IANA name (`Asia/Kolkata`;
     * default: UTC).
     */
    FESTIVAL_NAME: v.optional(v.string()),
    FESTIVAL_EDITION: v.optional(v.string()),
    FESTIVAL_FIRST_DAY: v.optional(v.string()),
    FESTIVAL_LAST_DAY: v.optional(v.string()),
    FESTIVAL_TIME_ZONE: v.optional(v.string()),
    /** Default: the address of MAIL_FROM. */
    FESTIVAL_SUPPORT_EMAIL: v.optional(v.string()),
    FESTIVAL_SOCIAL_URL: v.optional(v.string()),
    /** The help point at the festival, in a few words: "Green tent by gate 2, open all night". Default: none. */
    HELP_POINT: v.optional(v.string()),
    CASHFREE_BASE_URL: v.string(),
    CASHFREE_CLIENT_ID: v.string(),
    CASHFREE_CLIENT_SECRET: v.string(),
    CASHFREE_API_VERSION: v.optional(v.string()),
    JWT_PRIVATE_KEY: v.string(),
    JWKS: v.string(),
    /** The keys that sign notifications, base64url. Without them phones get no notifications. */
    VAPID_PUBLIC_KEY: v.optional(v.string()),
    VAPID_PRIVATE_KEY: v.optional(v.string()),
    /** The stand-in for the browsers' push services, on this machine only. */
    PUSH_BASE_URL: v.optional(v.string()),
    /**
     * The college's mail domains, as `college.edu, student.college.edu`: a share of the code mails is reserved for them. Domains
     * that an organiser saves at /organiser/tickets replace these.
     */
    COLLEGE_DOMAINS: v.optional(v.string()),
    /** Multiplies the overall budgets, for load tests. */
    RATE_LIMIT_SCALE: v.optional(v.string()),
  },
});
app.use(rateLimiter);

export default app;
