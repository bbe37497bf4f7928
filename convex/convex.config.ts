import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

/** Every setting of the product. A deployment refuses a push while one is missing, and names it. */
const app = defineApp({
  env: {
    /** The address of the app: every link in a mail begins with it, and only its origin may read REST answers in a browser. */
    SITE_URL: v.string(),
    RESEND_API_KEY: v.string(),
    /** The address of another server with Resend's API; unset: Resend itself. */
    RESEND_BASE_URL: v.optional(v.string()),
    MAIL_FROM: v.string(),
    CONTACT_TO: v.string(),
    /**
     * The festival, until an organiser saves its settings: then those count. Days as `2030-01-31`, the zone by its IANA name
     * (`Asia/Kolkata`; unset: UTC).
     */
    FESTIVAL_NAME: v.optional(v.string()),
    FESTIVAL_EDITION: v.optional(v.string()),
    FESTIVAL_FIRST_DAY: v.optional(v.string()),
    FESTIVAL_LAST_DAY: v.optional(v.string()),
    FESTIVAL_TIME_ZONE: v.optional(v.string()),
    /** Unset: the address of MAIL_FROM. */
    FESTIVAL_SUPPORT_EMAIL: v.optional(v.string()),
    FESTIVAL_SOCIAL_URL: v.optional(v.string()),
    /** Where to get help at the festival, in a few words, such as "Green tent by gate 2, open all night"; unset: none is named. */
    HELP_POINT: v.optional(v.string()),
    CASHFREE_BASE_URL: v.string(),
    CASHFREE_CLIENT_ID: v.string(),
    CASHFREE_CLIENT_SECRET: v.string(),
    CASHFREE_API_VERSION: v.optional(v.string()),
    JWT_PRIVATE_KEY: v.string(),
    JWKS: v.string(),
    /** The keys that sign notifications, base64url; without them phones are told nothing. */
    VAPID_PUBLIC_KEY: v.optional(v.string()),
    VAPID_PRIVATE_KEY: v.optional(v.string()),
    /** The address of a stand-in for the browsers' push services, on this machine only. */
    PUSH_BASE_URL: v.optional(v.string()),
    /** The college's mail domains, as `college.edu, student.college.edu`: a share of the code mails is kept for them. Once an organiser has saved domains at /organiser/tickets, those count. */
    COLLEGE_DOMAINS: v.optional(v.string()),
    /** Multiplies the budgets of everybody together, for load tests. */
    RATE_LIMIT_SCALE: v.optional(v.string()),
  },
});
app.use(rateLimiter);

export default app;
