/** Checks of settings' values. Each returns undefined, or the problem as the end of a sentence that starts with the setting's name. */
import { createECDH, createPrivateKey, createPublicKey } from "node:crypto";
import { dateIn } from "../convex/shared/festivalDefaults.ts";

/** A URL. On this machine (`local`), http addresses are fine. */
export function address(value: string, local = false): string | undefined {
  const url = parsed(value);
  if (url === null) return "is not a URL.";
  if (url.protocol !== "https:" && !local) return "must begin with https://.";
  if (isThisMachine(url.hostname) && !local) return "is this machine, which nobody else can reach.";
  return undefined;
}

export function origin(value: string, local: boolean): string | undefined {
  const problem = address(value, local);
  if (problem !== undefined) return problem;
  const { origin: originOnly } = new URL(value);
  return value.replace(/\/$/, "") === originOnly ? undefined : `has more than an origin: ${originOnly} is enough.`;
}

/** A mail address. On this machine, addresses that only stand-ins accept are fine. */
export function mailbox(value: string, local: boolean): string | undefined {
  const plainAddress = /^[^<>\r\n]+<([^<>]+)>$/.exec(value)?.[1] ?? value;
  if (!/^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+$/.test(plainAddress))
    return "is not an address like Name <name@domain> or name@domain.";
  const reserved = /[@.](test|example|invalid|localhost)$|@example\.(com|org|net)$/i.test(plainAddress);
  return reserved && !local ? "is at a domain that does not exist." : undefined;
}

export function date(value: string): string | undefined {
  return dateIn(value) === null ? "is not a date. Write it like 2030-01-31." : undefined;
}

export function mailDomains(value: string): string | undefined {
  const invalid = value.split(/[\s,]+/).find((domain) => domain && !/^([a-z\d-]+\.)+[a-z]{2,}$/i.test(domain));
  return invalid === undefined ? undefined : `has ${invalid}, which is not a domain like college.edu.`;
}

export function cashfree(value: string, local: boolean): string | undefined {
  if (local || /^https:\/\/(api|sandbox)\.cashfree\.com\/pg\/?$/.test(value)) return undefined;
  return "is not Cashfree's: https://api.cashfree.com/pg, or https://sandbox.cashfree.com/pg for tests.";
}

export function signingKey(value: string): string | undefined {
  return rsaKey(value) === null
    ? "is not an RSA key in PKCS 8 form on one line. npm run doctor -- --make-keys makes one."
    : undefined;
}

const MAKE_KEYS = "npm run doctor -- --make-keys makes a pair.";

/** The public key for notifications. It must be a point and belong to the private key. */
export function pushPublicKey(value: string, privateKey = ""): string | undefined {
  if (bytesIn(value) !== 65) return `is not a valid key. ${MAKE_KEYS}`;
  if (bytesIn(privateKey.trim()) !== 32) return undefined;
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey.trim(), "base64url");
  } catch {
    return undefined;
  }
  return pair.getPublicKey("base64url") === value ? undefined : `does not belong to VAPID_PRIVATE_KEY. ${MAKE_KEYS}`;
}

export function pushPrivateKey(value: string): string | undefined {
  return bytesIn(value) === 32 ? undefined : `is not a valid key. ${MAKE_KEYS}`;
}

function bytesIn(text: string): number {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url").length : 0;
}

/** The published keys. One must be the public half of the signing key. */
export function publicKeys(value: string, signingKeyText = ""): string | undefined {
  const keys = keysIn(value);
  if (keys === null) return 'is not of the form {"keys":[…]}.';
  if (keys.some((key) => "d" in key)) return "holds a private key: everybody can read JWKS. Make a new pair.";
  const own = rsaKey(signingKeyText);
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

export function sameOrigin(a: string, b: string) {
  return parsed(a)?.origin === parsed(b)?.origin;
}

function isThisMachine(host: string) {
  return /^(localhost|127\.|\[?::1\]?$|0\.0\.0\.0$)/.test(host);
}
