/** The codes of authenticator apps (TOTP, RFC 6238) and recovery codes. */
import { Secret, TOTP } from "otpauth";
import { hashed } from "../auth/secrets";

/** Returns a new base32 secret, 160 bits as RFC 4226 recommends. Call it in actions: Convex seeds random numbers in mutations. */
export function newTotpSecret(): string {
  return new Secret({ buffer: crypto.getRandomValues(new Uint8Array(20)).buffer }).base32;
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function uriOf(secret: string, email: string, issuer: string): string {
  return new TOTP({ secret, label: email, issuer }).toString();
}

/** Returns the thirty-second step that a code belongs to: the current, previous or next one. Null: the code is wrong. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 30_000) + delta;
}

/** Returns the latest step whose code is accepted at this time. */
export function lastStepAt(now: number): number {
  return Math.floor(now / 30_000) + 1;
}

/** Returns ten codes to write down: abcde-fghij, 50 bits each. Call it in actions. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
  });
}

/** Returns recovery codes as stored: bound to their owner. Case, blanks and hyphens do not matter. */
export async function hashedRecovery(userId: string, code: string): Promise<string> {
  return await hashed("recovery code", `${userId}\n${code.toLowerCase().replace(/[\s-]/g, "")}`);
}

/** Returns an app's code as six digits, or null for anything else, such as a recovery code. */
export function digitsOf(code: string): string | null {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

export const RECOVERY_CODES = 10;
/** 32 unambiguous letters and digits, so that each byte maps to one evenly. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
