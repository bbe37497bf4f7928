/**
 * Searches every byte that a test client receives for secrets it may not see. The secrets come from the people's input and mails:
 * handles, phone numbers, addresses, passwords, codes, tokens and messages to a match.
 */
import { mailedSecrets } from "./mails.testing";
import { bareHandle, bareNumber } from "../shared/text";

/** A secret and its owners, who may see it. No client may see a code or a password, which belong to `nobody`. */
type Canary = {
  what: "handle" | "phone" | "email" | "token" | "password" | "code" | "words";
  owners: Set<string>;
  forms: Forms;
};
/** The ways to write a secret: as whole words, and as pieces of base64. */
type Forms = { words: string[]; pieces: string[] };
export type FoundSecret = { what: Canary["what"]; owners: Set<string>; value: string };

/** Shorter strings would match by chance. */
const MIN_LENGTH = 6;
const MIN_LENGTH_IN_BASE64 = 8;
/** Only messages of a length in between are learnt. */
const [LONG_WORDS, LONGEST_WORDS] = [12, 2_000];

/** The secrets of one product. */
export class Canaries {
  readonly #known = new Map<string, Canary>();

  /** Learns the secrets in a call's arguments. `who`: the caller's id, or "" for a stranger. */
  learn(who: string, args: unknown): void {
    const { email, password, params, profile, key, text } = asObject(args);
    // Short messages occur in other texts too. Very long ones are refused.
    const isLong = typeof text === "string" && text.length >= LONG_WORDS && text.length <= LONGEST_WORDS;
    if (typeof key === "string" && isLong) this.add("words", text, who);
    for (const form of [{ email, password }, asObject(params)]) {
      if (typeof form.email === "string")
        this.add("email", form.email.trim().toLowerCase(), form.email.trim().toLowerCase());
      // A password that is a word occurs in other sentences too.
      if (typeof form.password === "string" && /\d/.test(form.password)) this.add("password", form.password, "nobody");
    }
    const { instagramHandle, phoneNumber } = asObject(profile);
    if (typeof instagramHandle === "string") this.add("handle", bareHandle(instagramHandle), who);
    if (typeof phoneNumber === "string") this.add("phone", bareNumber(phoneNumber), who);
  }

  add(what: Canary["what"], value: string, owner: string): void {
    if (value.length < MIN_LENGTH) return;
    const canary = this.#known.get(value) ?? { what, owners: new Set(), forms: formsOf(value) };
    canary.owners.add(owner);
    this.#known.set(value, canary);
  }

  has(value: string): boolean {
    return this.#known.has(value);
  }

  /** Returns the secrets in a text. */
  in(text: string): FoundSecret[] {
    for (const secret of mailedSecrets()) if (!this.has(secret)) this.add("code", secret, "nobody");
    return [...this.#known]
      .filter(([, { forms }]) => isIn(text, forms))
      .map(([value, { what, owners }]) => ({ value, what, owners }));
  }
}

/** Returns a secret as it is, as JSON and URL would write it, and in base64 at each of three offsets. */
function formsOf(value: string): Forms {
  const words = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  const inBase64 = ["", "x", "xx"].map((before) => {
    const bytes = new TextEncoder().encode(before + value);
    const all = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
    // The first and last characters depend on the secret's neighbours.
    return all.slice(before === "" ? 0 : 4, bytes.length % 3 === 0 ? undefined : -1);
  });
  const urlSafe = inBase64.map((text) => text.replace(/\+/g, "-").replace(/\//g, "_"));
  // A six-digit code may be part of a time, and each token holds two times in base64.
  if (/^\d{1,7}$/.test(value)) return { words: [...new Set(words)], pieces: [] };
  const long = [...inBase64, ...urlSafe].filter((text) => text.length >= MIN_LENGTH_IN_BASE64);
  return { words: [...new Set(words)], pieces: [...new Set(long)] };
}

function isIn(text: string, { words, pieces }: Forms): boolean {
  return (
    pieces.some((piece) => text.includes(piece)) || words.some((word) => text.includes(word) && isWord(text, word))
  );
}

/** Returns true if the text has this as a whole word: not asha@people.test within natasha@people.test. */
function isWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.+-])${escaped(word)}(?!\\w)`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
