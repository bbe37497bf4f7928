/** Passwords and codes: how they are kept so that the stored form is of no use to anybody. WebCrypto only. */
import { env } from "../_generated/server";
import { failTooMany } from "../shared/errors";

/** Tests lower the rounds; a stored password carries its own, so both kinds can be checked. */
export const hashing = { rounds: 600_000 };

/** Two at a time: twenty sign-ins at once must not take every core from everybody's swipes. */
const AT_ONCE = 2;
/** Some six seconds of hashing on two cores. Whoever comes later is told so, before anything of theirs is counted. */
const LINE_MAX = 60;
const lineMs = 6_000;
let inLine = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Does what hashes a password, unless so many wait for theirs already that the wait would be felt. */
export async function standInLine<T>(work: () => Promise<T>): Promise<T> {
  if (inLine >= LINE_MAX) failTooMany(lineMs);
  inLine += 1;
  try {
    return await work();
  } finally {
    inLine -= 1;
  }
}

/** A password as it is stored: `pbkdf2$rounds$salt$hash`. Slow on purpose; never call it inside a mutation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const rounds = hashing.rounds;
  return `pbkdf2$${rounds}$${hex(salt)}$${hex(await inTurn(() => derive(password, salt, rounds)))}`;
}

/**
 * Whether a password is the stored one. With nothing stored it takes just as long, so that the time tells nobody which
 * addresses have an account.
 */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const [, rounds, salt, hash] = (stored ?? `pbkdf2$${hashing.rounds}$${"00".repeat(16)}$`).split("$");
  const derived = await inTurn(() => derive(password, bytes(salt ?? ""), Number(rounds)));
  return stored !== null && sameText(hex(derived), hash ?? "");
}

/** Six digits, each of the million equally likely. */
export function newCode(): string {
  const limit = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
  return drawn >= limit ? newCode() : String(drawn % 1_000_000).padStart(6, "0");
}

/** A code as it is stored: bound to its address and to this deployment's key. */
export async function hashCode(email: string, code: string): Promise<string> {
  return hex(await keyed("sign-up code", `${email}\n${code}`));
}

/** The unguessable part of a reset link, 256 bits. Drawn in actions only: a mutation's randomness can be replayed. */
export function newToken(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** A link's token as it is stored. */
export async function hashToken(token: string): Promise<string> {
  return hex(await keyed("reset link", token));
}

/** An address as a counter's name, so that no counter remembers who it was about. */
export async function hashAddress(email: string): Promise<string> {
  return hex(await keyed("address", email)).slice(0, 32);
}

/** Compares in a time that does not depend on where the two differ. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(b.length, 1));
  return difference === 0;
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  // NFKC: the same password typed on another keyboard is the same password.
  const typed = new TextEncoder().encode(password.normalize("NFKC"));
  const key = await crypto.subtle.importKey("raw", typed, "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 256),
  );
}

/** HMAC with a key for one purpose, derived from the deployment's one secret: no further setting to make or to lose. */
async function keyed(purpose: string, text: string): Promise<Uint8Array> {
  const encode = (part: string) => new TextEncoder().encode(part);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const root = await crypto.subtle.importKey("raw", encode(env.JWT_PRIVATE_KEY), hmac, false, ["sign"]);
  const derived = await crypto.subtle.sign("HMAC", root, encode(purpose));
  const key = await crypto.subtle.importKey("raw", derived, hmac, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text)));
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
