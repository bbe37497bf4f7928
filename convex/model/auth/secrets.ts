/**
 * Hashes passwords, codes and links for storage, so they cannot be read back. Encrypts what the deployment must read again. Every key
 * belongs to this deployment.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { decodeHex, encodeHexLowerCase } from "@oslojs/encoding";
import type { Infer } from "convex/values";
import pLimit from "p-limit";
import { env } from "../../_generated/server";
import type { hashPermit } from "../../validators/auth";
import { mailboxOf } from "../../shared/mailbox";
import { normaliseTicketCode } from "../../shared/tickets";

/** Tests lower the rounds. A stored password names its own rounds, so old and new ones can be checked. */
export const hashing = { rounds: 600_000 };

/** The right to hash one password. `spendHash` in `throttle/budgets.ts` issues it. */
export type HashPermit = Infer<typeof hashPermit>;

/** Returns a password as stored: `pbkdf2$rounds$salt$hash`. Slow on purpose, so never call it in a mutation. */
export async function hashPassword(permit: HashPermit, password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const rounds = hashing.rounds;
  const hash = await derive(permit, password, salt, rounds);
  return `pbkdf2$${rounds}$${encodeHexLowerCase(salt)}$${encodeHexLowerCase(hash)}`;
}

/**
 * Returns true if a password matches the stored one. `stored` is null without an account. The check then takes equally long, so timing does
 * not show which addresses have an account.
 */
export async function checkPassword(permit: HashPermit, password: string, stored: string | null): Promise<boolean> {
  const [, rounds = hashing.rounds, salt = "", hash = ""] = stored?.split("$") ?? [];
  const derived = await derive(permit, password, new Uint8Array(decodeHex(salt)), Number(rounds));
  return constantTimeEqual(derived, decodeHex(hash));
}

/** Returns six random digits. Each of the million codes is equally likely. */
export function newCode(): string {
  const limit = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
  return drawn >= limit ? newCode() : String(drawn % 1_000_000).padStart(6, "0");
}

/** Returns a sign-up code as stored: bound to its address and to this deployment's key. */
export async function hashCode(email: string, code: string): Promise<string> {
  return await keyedHash("sign-up code", `${email}\n${code}`);
}

/** Returns a new token for a mailed link, 256 bits. Call it in actions: in a mutation Convex seeds the random numbers. */
export function newToken(): string {
  return encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(32)));
}

/** Values encrypted because they must be read again: secrets of authenticator apps, and codes not mailed yet. */
export type CipherUse = "second factor" | "queued code";

/** Returns a typed or scanned ticket code as stored. */
export async function hashTicket(code: string): Promise<string> {
  return (await keyedHash("ticket", normaliseTicketCode(code))).slice(0, 32);
}

/** Returns the mailbox of an address as a key for counters and former accounts, which never store the address. */
export async function hashAddress(email: string): Promise<string> {
  return (await keyedHash("address", mailboxOf(email))).slice(0, 32);
}

/** Returns the link token of a sign-up mail as stored: bound to its address. */
export async function hashLink(email: string, token: string): Promise<string> {
  return await keyedHash("sign-up link", `${email}\n${token}`);
}

/** Returns an identifier as stored, irreversibly. Hashes of different kinds never match. */
export async function hashIdentifier(kind: string, value: string): Promise<string> {
  return (await keyedHash(`known by ${kind}`, value)).slice(0, 32);
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isSameHash(a: string, b: string): boolean {
  return constantTimeEqual(decodeHex(a), decodeHex(b));
}

/** The purpose of a plain hash. `mails off` signs the link that turns off a user's mails. `proof of work` is the key that signs puzzles. */
type Purpose = "reset link" | "invitation" | "recovery code" | "canary" | "mails off" | "proof of work";

/** Returns a secret as stored. Hashes for different purposes never match. */
export async function hashed(purpose: Purpose, text: string): Promise<string> {
  return await keyedHash(purpose, text);
}

/** Returns an encrypted text as stored: a random nonce, then ciphertext and tag, as hex. Call it in actions. */
export async function encrypted(use: CipherUse, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const sealed = xchacha20poly1305(await cipherKey(use), nonce).encrypt(new TextEncoder().encode(text));
  return encodeHexLowerCase(nonce) + encodeHexLowerCase(sealed);
}

/** Returns the text of a stored value. Null if another key encrypted it, or if it was changed. */
export async function decrypted(use: CipherUse, stored: string): Promise<string | null> {
  const bytes = decodeHex(stored);
  try {
    const cipher = xchacha20poly1305(await cipherKey(use), bytes.slice(0, NONCE));
    return new TextDecoder().decode(cipher.decrypt(bytes.slice(NONCE)));
  } catch {
    return null;
  }
}

/** Concurrent hashes per process. More would leave no processor time for other calls. The budgets keep this queue short. */
const slots = pLimit(2);
const usedPermits = new WeakSet<HashPermit>();
/** Bytes. */
const NONCE = 24;

async function derive(
  permit: HashPermit,
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  if (usedPermits.has(permit)) throw new Error("A permit is good for one password hash.");
  usedPermits.add(permit);
  // NFKC: the same password typed on another keyboard is the same password.
  const encodedPassword = new TextEncoder().encode(password.normalize("NFKC"));
  const key = await crypto.subtle.importKey("raw", encodedPassword, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await slots(async () => await crypto.subtle.deriveBits(algorithm, key, 256)));
}

async function cipherKey(use: CipherUse): Promise<Uint8Array> {
  return decodeHex(await keyedHash(use, ""));
}

/** Returns an HMAC with a key for one purpose. The keys derive from JWT_PRIVATE_KEY, so there is no further secret to set or lose. */
async function keyedHash(purpose: string, text: string): Promise<string> {
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.sign("HMAC", await keyFor(purpose), encoded(text))));
}

/** Caches the derived keys, because during a flood every refused call hashes an address. */
async function keyFor(purpose: string): Promise<CryptoKey> {
  const name = `${purpose}\n${env.JWT_PRIVATE_KEY}`;
  const cached = keys.get(name);
  if (cached !== undefined) return cached;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const root = await crypto.subtle.importKey("raw", encoded(env.JWT_PRIVATE_KEY), hmac, false, ["sign"]);
  const derived = await crypto.subtle.sign("HMAC", root, encoded(purpose));
  const key = await crypto.subtle.importKey("raw", derived, hmac, false, ["sign"]);
  keys.set(name, key);
  return key;
}

const keys = new Map<string, CryptoKey>();

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
