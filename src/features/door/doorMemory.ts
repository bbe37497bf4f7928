import { sha256 } from "@oslojs/crypto/sha2";
import { encodeHexLowerCase } from "@oslojs/encoding";
import { DOOR, draft } from "../../lib/draft";
import { isListOf, isNumber, isText } from "../../lib/stored";
import { HOUR } from "../../../convex/shared/durations";

/** Remembers the tickets checked on this phone and when (ms), so that a second scan is refused without a network. */
export interface DoorMemory {
  find: (code: string) => number | null;
  remember: (code: string, at: number) => void;
  forget: (code: string) => void;
}

/** Returns this browser's memory. It stores only part of a salted hash of each code, so a phone holds no list of codes after a shift. */
export function doorMemory(): DoorMemory {
  const store = draft<Stored>(`${DOOR}seen`, { salt: isText, seen: isListOf(isSeen) }, "browser");
  const read = (): Stored => {
    const { salt = newSalt(), seen = [] } = store.read();
    return { salt, seen: seen.filter(([, at]) => at > Date.now() - LIFETIME) };
  };
  const without = (code: string) => {
    const { salt, seen } = read();
    const hash = hashOf(salt, code);
    return { salt, hash, seen: seen.filter(([storedHash]) => storedHash !== hash) };
  };

  return {
    find: (code) => {
      const { salt, seen } = read();
      const hash = hashOf(salt, code);
      return seen.find(([storedHash]) => storedHash === hash)?.[1] ?? null;
    },
    remember: (code, at) => {
      const { salt, hash, seen } = without(code);
      store.write({ salt, seen: [...seen, [hash, at] as const].slice(-MAX_ENTRIES) });
    },
    forget: (code) => {
      const { salt, seen } = without(code);
      store.write({ salt, seen });
    },
  };
}

type Seen = readonly [hash: string, at: number];
type Stored = { salt: string; seen: Seen[] };

/** Milliseconds a check is remembered, and the largest number remembered: more than one phone scans in a day. */
const LIFETIME = 16 * HOUR;
const MAX_ENTRIES = 4_000;

function isSeen(value: unknown): value is Seen {
  return Array.isArray(value) && isText(value[0]) && isNumber(value[1]);
}

function newSalt(): string {
  return encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(16)));
}

function hashOf(salt: string, code: string): string {
  return encodeHexLowerCase(sha256(new TextEncoder().encode(`${salt} ${code}`))).slice(0, 16);
}
