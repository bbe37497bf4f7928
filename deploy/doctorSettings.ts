/** The settings that a production deployment needs, and checks of their values. Calls no deployment. */
import { isTimeZone } from "../convex/shared/festival.ts";
import { limits } from "../convex/shared/limits.ts";
import * as check from "./doctorChecks.ts";

/** The result of a check. `problem`: absent if all is well. */
export interface Finding {
  name: string;
  purpose: string;
  problem?: string;
  /** Set for an optional setting without a value. */
  unset?: true;
}

type Values = Partial<Record<string, string>>;
interface Setting {
  purpose: string;
  optional?: true;
  /** Returns the problem of a value, or undefined. */
  check?: (value: string, all: Values) => string | undefined;
}

/** Checks the settings of a deployment. On this machine (`local`), http addresses and stand-ins are fine. */
export function checkDeployment(values: Values, local: boolean): Finding[] {
  return checkSettings(deploymentSettings(local), values);
}

/** Checks the page's build-time settings, also against its deployment. */
export function checkPage(values: Values, deployment: { url: string; settings: Values }): Finding[] {
  return checkSettings(pageSettings(deployment), values);
}

/** Returns settings of the deployment that nothing reads, usually mistyped names. */
export function unknownSettings(values: Values): string[] {
  const known = new Set([...Object.keys(deploymentSettings(true)), ...librarySettings]);
  return Object.keys(values).filter((name) => !known.has(name));
}

/** Settings that libraries read. */
const librarySettings = [
  "AUTH_LOG_LEVEL",
  "AUTH_LOG_SECRETS",
  "AUTH_SESSION_TOTAL_DURATION_MS",
  "AUTH_SESSION_INACTIVE_DURATION_MS",
];

function checkSettings(settings: Record<string, Setting>, values: Values): Finding[] {
  return Object.entries(settings).map(([name, { purpose, optional, check: problemOf }]) => {
    const value = values[name]?.trim();
    if (!value) return { name, purpose, ...(optional ? { unset: true } : { problem: "is not set." }) };
    const problem = problemOf?.(value, values);
    return { name, purpose, ...(problem && { problem }) };
  });
}

function deploymentSettings(local: boolean): Record<string, Setting> {
  return {
    SITE_URL: {
      purpose: "the app's address: for links in mails, the way back from payment, CORS",
      check: (value) => check.origin(value, local),
    },
    JWT_PRIVATE_KEY: {
      purpose: "signs sessions and keys stored hashes",
      check: check.signingKey,
    },
    JWKS: {
      purpose: "the public half of JWT_PRIVATE_KEY, which checks sessions",
      check: (value, all) => check.publicKeys(value, all.JWT_PRIVATE_KEY),
    },
    RESEND_API_KEY: {
      purpose: "sends every mail: codes, links, receipts (resend.com, API Keys)",
      check: (value) => (value.startsWith("re_") ? undefined : "is not a Resend key: those begin with re_."),
    },
    RESEND_BASE_URL: {
      purpose: "another service with Resend's API; default: Resend",
      optional: true,
      check: (value) => check.address(value, local),
    },
    MAIL_FROM: {
      purpose: "the sender of every mail, at a domain that is verified with Resend",
      check: (value) => check.mailbox(value, local),
    },
    CONTACT_TO: {
      purpose: "the organisers' mailbox for the contact form",
      check: (value) => check.mailbox(value, local),
    },
    ...festivalSettings,
    HELP_POINT: {
      purpose: "where to get help at the festival, in one line; default: none",
      optional: true,
      check: (value) =>
        value.length <= limits.helpPointMax ? undefined : `is longer than ${limits.helpPointMax} characters.`,
    },
    CASHFREE_BASE_URL: {
      purpose: "the payment provider: https://api.cashfree.com/pg, or https://sandbox.cashfree.com/pg for tests",
      check: (value) => check.address(value, local) ?? check.cashfree(value, local),
    },
    CASHFREE_CLIENT_ID: { purpose: "the merchant's id (Cashfree dashboard, Developers, API Keys)" },
    CASHFREE_CLIENT_SECRET: { purpose: "the merchant's secret, which also signs webhooks" },
    CASHFREE_API_VERSION: {
      purpose: "the version of the provider's API; default: the one that the product was built for",
      optional: true,
      check: (value) => (/^20\d\d-\d\d-\d\d$/.test(value) ? undefined : "is not a version. Write it like 2025-01-01."),
    },
    VAPID_PUBLIC_KEY: {
      purpose: "the key that phones subscribe to notifications with; without it they get none",
      check: (value, all) => check.pushPublicKey(value, all.VAPID_PRIVATE_KEY),
    },
    VAPID_PRIVATE_KEY: {
      purpose: "signs notifications; without it phones get none",
      check: check.pushPrivateKey,
    },
    PUSH_BASE_URL: {
      purpose: "a stand-in for the browsers' push services; default: none",
      optional: true,
      check: (value) => (local ? check.address(value, local) : "lets the deployment call another address. Remove it."),
    },
    COLLEGE_DOMAINS: {
      purpose:
        "the college's mail domains, separated by commas: a third of the sign-up mails is reserved for them; default: none",
      optional: true,
      check: check.mailDomains,
    },
    RATE_LIMIT_SCALE: {
      purpose: "multiplies the overall budgets, for load tests only",
      optional: true,
      check: (value) => (Number(value) === 1 || local ? undefined : "raises everyone's limits. Remove it."),
    },
  };
}

/** The festival's settings until an organiser saves others. `doctorFestival.ts` checks which of them are needed. */
const festivalSettings: Record<string, Setting> = {
  FESTIVAL_NAME: { purpose: "the festival's name, until an organiser saves one", optional: true },
  FESTIVAL_EDITION: { purpose: "its edition, such as 2030", optional: true },
  FESTIVAL_FIRST_DAY: { purpose: "its first day", optional: true, check: check.date },
  FESTIVAL_LAST_DAY: {
    purpose: "its last day",
    optional: true,
    check: (value, { FESTIVAL_FIRST_DAY: first = "" }) =>
      check.date(value) ?? (value < first.trim() ? "is before the first day." : undefined),
  },
  FESTIVAL_TIME_ZONE: {
    purpose: "its time zone; default: UTC",
    optional: true,
    check: (value) => (isTimeZone(value) ? undefined : "is not a time zone. Write it like Asia/Kolkata."),
  },
  FESTIVAL_SUPPORT_EMAIL: {
    purpose: "where people can write; default: the address of MAIL_FROM",
    optional: true,
    check: (value) => check.mailbox(value, true),
  },
  FESTIVAL_SOCIAL_URL: { purpose: "its page elsewhere", optional: true, check: (value) => check.address(value) },
};

function pageSettings({ url, settings }: { url: string; settings: Values }): Record<string, Setting> {
  return {
    VITE_CONVEX_URL: {
      purpose: "the deployment that the page talks to",
      check: (value) =>
        check.address(value) ?? (check.sameOrigin(value, url) ? undefined : `is not this deployment, ${url}.`),
    },
    VITE_CASHFREE_MODE: {
      purpose: "production or sandbox, like CASHFREE_BASE_URL; default: production",
      optional: true,
      check: (value) => {
        if (value !== "production" && value !== "sandbox") return "is neither production nor sandbox.";
        const sandbox = settings.CASHFREE_BASE_URL?.includes("sandbox.") ?? false;
        return sandbox === (value === "sandbox")
          ? undefined
          : "does not match CASHFREE_BASE_URL: one of them is for tests.";
      },
    },
    VITE_ANALYTICS_DOMAIN: {
      purpose: "counts page views under this name; default: none are counted",
      optional: true,
      check: (_, all) => (all.VITE_ANALYTICS_ENDPOINT ? undefined : "counts nothing without VITE_ANALYTICS_ENDPOINT."),
    },
    VITE_ANALYTICS_ENDPOINT: {
      purpose: "the Plausible-compatible collector that page views go to",
      optional: true,
      check: (value, all) =>
        check.address(value) ??
        (all.VITE_ANALYTICS_DOMAIN ? undefined : "counts nothing without VITE_ANALYTICS_DOMAIN."),
    },
  };
}
