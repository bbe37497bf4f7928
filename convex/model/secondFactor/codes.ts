/** The codes of authenticator apps (TOTP, RFC 6238) and recovery codes. */
import { Secret, TOTP } from "otpauth";
import { hashRecoveryCode } from "../auth/secrets";

/** A new secret in base32, 160 bits as RFC 4226 recommends. Call it in actions: in a mutation Convex seeds the random numbers. */
export function newTotpSecret(): string {
  return new Secret({ buffer: crypto.getRandomValues(new Uint8Array(20)).buffer }).base32;
}

/** What an authenticator app reads from a QR code. */
export function uriOf(secret: string, email: string, issuer: string): string {
  return new TOTP({ secret, label: email, issuer }).toString();
}

/** The step of thirty seconds that a code is right for: this one, the last or the next. Null: it is wrong. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 30_000) + delta;
}

/** Returns the last step whose code is accepted at this time. */
export function lastStepAt(now: number): number {
  return Math.floor(now / 30_000) + 1;
}

/** Ten codes as people write them down: abcde-fghij, 50 bits each. Call it in actions. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
  });
}

/** Recovery codes as they are stored: bound to their owner. Case, blanks and hyphens do not matter. */
export async function hashedRecovery(userId: string, code: string): Promise<string> {
  return await hashRecoveryCode(`${userId}\n${code.toLowerCase().replace(/[\s-]/g, "")}`);
}

/** A code of an app as its six digits; null: it is something else, such as a recovery code. */
export function digitsOf(code: string): string | null {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

export const RECOVERY_CODES = 10;
/** 32 letters and digits that are not taken for each other, so that each byte gives one evenly. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
