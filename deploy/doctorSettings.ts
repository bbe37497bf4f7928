/** The settings that a production deployment needs, and checks of their values. Calls no deployment. */
import { createECDH, createPrivateKey, createPublicKey } from "node:crypto";
import { isTimeZone } from "../convex/shared/festival.ts";
import { dateIn } from "../convex/shared/festivalDefaults.ts";
import { limits } from "../convex/shared/limits.ts";

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
  return Object.entries(settings).map(([name, { purpose, optional, check }]) => {
    const value = values[name]?.trim();
    if (!value) return { name, purpose, ...(optional ? { unset: true } : { problem: "is not set." }) };
    const problem = check?.(value, values);
    return { name, purpose, ...(problem && { problem }) };
  });
}

function deploymentSettings(local: boolean): Record<string, Setting> {
  return {
    SITE_URL: {
      purpose: "the app's address: for links in mails, the way back from payment, CORS",
      check: (value) => origin(value, local),
    },
    JWT_PRIVATE_KEY: {
      purpose: "signs sessions and keys stored hashes",
      check: signingKey,
    },
    JWKS: { purpose: "the public half of JWT_PRIVATE_KEY, which checks sessions", check: publicKeys },
    RESEND_API_KEY: {
      purpose: "sends every mail: codes, links, receipts (resend.com, API Keys)",
      check: (value) => (value.startsWith("re_") ? undefined : "is no key of Resend: they begin with re_."),
    },
    RESEND_BASE_URL: {
      purpose: "another service with Resend's API; default: Resend",
      optional: true,
      check: (value) => address(value, local),
    },
    MAIL_FROM: {
      purpose: "the sender of every mail, at a domain that is verified with Resend",
      check: (value) => mailbox(value, local),
    },
    CONTACT_TO: { purpose: "the organisers' mailbox for the contact form", check: (value) => mailbox(value, local) },
    ...festivalSettings,
    HELP_POINT: {
      purpose: "where to get help at the festival, in one line; default: none",
      optional: true,
      check: (value) =>
        value.length <= limits.helpPointMax ? undefined : `is longer than ${limits.helpPointMax} characters.`,
    },
    CASHFREE_BASE_URL: {
      purpose: "the payment provider: https://api.cashfree.com/pg, or https://sandbox.cashfree.com/pg for tests",
      check: (value) => address(value, local) ?? cashfree(value, local),
    },
    CASHFREE_CLIENT_ID: { purpose: "the merchant's id (Cashfree dashboard, Developers, API Keys)" },
    CASHFREE_CLIENT_SECRET: { purpose: "the merchant's secret, which also signs webhooks" },
    CASHFREE_API_VERSION: {
      purpose: "the version of the provider's API; default: the one that the product was built for",
      optional: true,
      check: (value) => (/^20\d\d-\d\d-\d\d$/.test(value) ? undefined : "is no version: write it like 2025-01-01."),
    },
    VAPID_PUBLIC_KEY: {
      purpose: "the key that phones subscribe to notifications with; without it they get none",
      check: (value, all) => pushKeyProblem(value, all.VAPID_PRIVATE_KEY),
    },
    VAPID_PRIVATE_KEY: {
      purpose: "signs notifications; without it phones get none",
      check: (value) => (bytesIn(value) === 32 ? undefined : `is no key. ${MAKE_KEYS}`),
    },
    PUSH_BASE_URL: {
      purpose: "a stand-in for the browsers' push services; default: none",
      optional: true,
      check: (value) => (local ? address(value, local) : "lets the deployment call another address: take it away."),
    },
    COLLEGE_DOMAINS: {
      purpose:
        "the college's mail domains, separated by commas: a third of the sign-up mails is reserved for them; default: none",
      optional: true,
      check: mailDomains,
    },
    RATE_LIMIT_SCALE: {
      purpose: "multiplies the overall budgets, for load tests only",
      optional: true,
      check: (value) => (Number(value) === 1 || local ? undefined : "loosens the limits of everybody: take it away."),
    },
  };
}

/** The festival's settings until an organiser saves others. `doctorFestival.ts` says which of them are needed. */
const festivalSettings: Record<string, Setting> = {
  FESTIVAL_NAME: { purpose: "the festival's name, until an organiser saves one", optional: true },
  FESTIVAL_EDITION: { purpose: "its edition, such as 2030", optional: true },
  FESTIVAL_FIRST_DAY: { purpose: "its first day", optional: true, check: date },
  FESTIVAL_LAST_DAY: {
    purpose: "its last day",
    optional: true,
    check: (value, { FESTIVAL_FIRST_DAY: first = "" }) =>
      date(value) ?? (value < first.trim() ? "is before the first day." : undefined),
  },
  FESTIVAL_TIME_ZONE: {
    purpose: "its time zone; default: UTC",
    optional: true,
    check: (value) => (isTimeZone(value) ? undefined : "is no time zone: write it like Asia/Kolkata."),
  },
  FESTIVAL_SUPPORT_EMAIL: {
    purpose: "where people can write; default: the address of MAIL_FROM",
    optional: true,
    check: (value) => mailbox(value, true),
  },
  FESTIVAL_SOCIAL_URL: { purpose: "its page elsewhere", optional: true, check: (value) => address(value) },
};

function date(value: string): string | undefined {
  return dateIn(value) === null ? "is no day: write it like 2030-01-31." : undefined;
}

function pageSettings({ url, settings }: { url: string; settings: Values }): Record<string, Setting> {
  return {
    VITE_CONVEX_URL: {
      purpose: "the deployment that the page talks to",
      check: (value) => address(value) ?? (sameOrigin(value, url) ? undefined : `is not this deployment, ${url}.`),
    },
    VITE_CASHFREE_MODE: {
      purpose: "production or sandbox, like CASHFREE_BASE_URL; default: production",
      optional: true,
      check: (value) => {
        if (value !== "production" && value !== "sandbox") return "is neither production nor sandbox.";
        const sandbox = settings.CASHFREE_BASE_URL?.includes("sandbox.") ?? false;
        return sandbox === (value === "sandbox") ? undefined : "is another world than CASHFREE_BASE_URL.";
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
        address(value) ?? (all.VITE_ANALYTICS_DOMAIN ? undefined : "counts nothing without VITE_ANALYTICS_DOMAIN."),
    },
  };
}

function address(value: string, local = false): string | undefined {
  const url = parsed(value);
  if (url === null) return "is no address.";
  if (url.protocol !== "https:" && !local) return "has to begin with https://.";
  if (isThisMachine(url.hostname) && !local) return "is this machine, which nobody else reaches.";
  return undefined;
}

function origin(value: string, local: boolean): string | undefined {
  const problem = address(value, local);
  if (problem !== undefined) return problem;
  const { origin: originOnly } = new URL(value);
  return value.replace(/\/$/, "") === originOnly ? undefined : `has more than an origin: ${originOnly} is enough.`;
}

/** Returns the problem of a mail address. On this machine, addresses that only stand-ins know are fine. */
export function mailbox(value: string, local: boolean): string | undefined {
  const plainAddress = /^[^<>\r\n]+<([^<>]+)>$/.exec(value)?.[1] ?? value;
  if (!/^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+$/.test(plainAddress))
    return "is no address like Name <name@domain> or name@domain.";
  const reserved = /[@.](test|example|invalid|localhost)$|@example\.(com|org|net)$/i.test(plainAddress);
  return reserved && !local ? "is at a domain that does not exist." : undefined;
}

function mailDomains(value: string): string | undefined {
  const invalid = value.split(/[\s,]+/).find((domain) => domain && !/^([a-z\d-]+\.)+[a-z]{2,}$/i.test(domain));
  return invalid === undefined ? undefined : `has ${invalid}, which is no domain like college.edu.`;
}

function cashfree(value: string, local: boolean): string | undefined {
  if (local || /^https:\/\/(api|sandbox)\.cashfree\.com\/pg\/?$/.test(value)) return undefined;
  return "is not Cashfree's: https://api.cashfree.com/pg, or https://sandbox.cashfree.com/pg for tests.";
}

function signingKey(value: string): string | undefined {
  return rsaKey(value) === null
    ? "is no RSA key in PKCS 8 form on one line. npm run doctor -- --make-keys makes one."
    : undefined;
}

const MAKE_KEYS = "npm run doctor -- --make-keys makes a pair.";

/** Returns the problem of the public key for notifications. It must be a point and belong to the private key. */
function pushKeyProblem(value: string, privateKey = ""): string | undefined {
  if (bytesIn(value) !== 65) return `is no key. ${MAKE_KEYS}`;
  if (bytesIn(privateKey.trim()) !== 32) return undefined;
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey.trim(), "base64url");
  } catch {
    return undefined;
  }
  return pair.getPublicKey("base64url") === value ? undefined : `does not belong to VAPID_PRIVATE_KEY. ${MAKE_KEYS}`;
}

function bytesIn(text: string): number {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url").length : 0;
}

/** Returns the problem of the published keys. One must be the public half of the signing key. */
function publicKeys(value: string, { JWT_PRIVATE_KEY = "" }: Values): string | undefined {
  const keys = keysIn(value);
  if (keys === null) return 'is not of the form {"keys":[…]}.';
  if (keys.some((key) => "d" in key)) return "holds a private key: everybody can read JWKS. Make a new pair.";
  const own = rsaKey(JWT_PRIVATE_KEY);
  if (own === null || keys.some((key) => key.n === own.n && key.e === own.e)) return undefined;
  return "does not belong to JWT_PRIVATE_KEY, so nobody could sign in.";
}

function rsaKey(pem: string): { n?: string; e?: string } | null {
  try {
    const [, body = ""] = /^-----BEGIN PRIVATE KEY-----([\s\S]+)-----END PRIVATE KEY-----$/.exec(pem.trim()) ?? [];
    const key = createPrivateKey({ key: Buffer.from(body, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType !== "rsa") return null;
    const { n, e } = createPublicKey(key).export({ format: "jwk" });
    return { n, e };
  } catch {
    return null;
  }
}

function keysIn(text: string): Record<string, unknown>[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) && keys.length > 0 ? (keys as Record<string, unknown>[]) : null;
  } catch {
    return null;
  }
}

function parsed(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

function sameOrigin(a: string, b: string) {
  return parsed(a)?.origin === parsed(b)?.origin;
}

function isThisMachine(host: string) {
  return /^(localhost|127\.|\[?::1\]?$|0\.0\.0\.0$)/.test(host);
}
