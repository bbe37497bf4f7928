/**
 * What a client may not see, looked for in every byte that a client of a test receives. What people hand in, and what they
 * are mailed, is learnt on the way: handles, phones, addresses, passwords, codes, tokens and what they write to a match.
 */
import { mailedSecrets } from "./mails.testing";
import { bareHandle, bareNumber } from "../shared/text";

/** Whose a secret may be seen by: its owners. A code or a password is never shown, not even to them. */
type Canary = {
  what: "handle" | "phone" | "email" | "token" | "password" | "code" | "words";
  owners: Set<string>;
  forms: Forms;
};
/** A secret as it may be written: as whole words, and as pieces of base64. */
type Forms = { words: string[]; pieces: string[] };
export type Found = { what: Canary["what"]; owners: Set<string>; value: string };

/** Shorter texts are found by chance. */
const SHORTEST = 6;
const SHORTEST_IN_BASE64 = 8;
/** Of words: those in between are learnt. */
const [LONG_WORDS, LONGEST_WORDS] = [12, 2_000];

/** The secrets of one product. */
export class Canaries {
  readonly #known = new Map<string, Canary>();

  /** Learns what a call hands in: `who` is the caller's id, or "" for a stranger. */
  learn(who: string, args: unknown): void {
    const { email, password, params, profile, key, text } = asObject(args);
    // Short words are in other sentences too, and nobody may send very long ones.
    const isLong = typeof text === "string" && text.length >= LONG_WORDS && text.length <= LONGEST_WORDS;
    if (typeof key === "string" && isLong) this.add("words", text, who);
    for (const form of [{ email, password }, asObject(params)]) {
      if (typeof form.email === "string")
        this.add("email", form.email.trim().toLowerCase(), form.email.trim().toLowerCase());
      // A password that is a word is in other sentences too.
      if (typeof form.password === "string" && /\d/.test(form.password)) this.add("password", form.password, "nobody");
    }
    const { instagramHandle, phoneNumber } = asObject(profile);
    if (typeof instagramHandle === "string") this.add("handle", bareHandle(instagramHandle), who);
    if (typeof phoneNumber === "string") this.add("phone", bareNumber(phoneNumber), who);
  }

  add(what: Canary["what"], value: string, owner: string): void {
    if (value.length < SHORTEST) return;
    const canary = this.#known.get(value) ?? { what, owners: new Set(), forms: formsOf(value) };
    canary.owners.add(owner);
    this.#known.set(value, canary);
  }

  has(value: string): boolean {
    return this.#known.has(value);
  }

  /** The secrets in a text. */
  in(text: string): Found[] {
    for (const secret of mailedSecrets()) if (!this.has(secret)) this.add("code", secret, "nobody");
    return [...this.#known]
      .filter(([, { forms }]) => isIn(text, forms))
      .map(([value, { what, owners }]) => ({ value, what, owners }));
  }
}

/** A secret as it is, as JSON and as an address would write it, and inside base64 at each of its three places. */
function formsOf(value: string): Forms {
  const words = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  const inBase64 = ["", "x", "xx"].map((before) => {
    const bytes = new TextEncoder().encode(before + value);
    const all = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
    // The first and last letters depend on the neighbours of the secret.
    return all.slice(before === "" ? 0 : 4, bytes.length % 3 === 0 ? undefined : -1);
  });
  const urlSafe = inBase64.map((text) => text.replace(/\+/g, "-").replace(/\//g, "_"));
  // A code of six digits may be a part of a time, and each token holds two of those in base64.
  if (/^\d{1,7}$/.test(value)) return { words: [...new Set(words)], pieces: [] };
  const long = [...inBase64, ...urlSafe].filter((text) => text.length >= SHORTEST_IN_BASE64);
  return { words: [...new Set(words)], pieces: [...new Set(long)] };
}

function isIn(text: string, { words, pieces }: Forms): boolean {
  return (
    pieces.some((piece) => text.includes(piece)) || words.some((word) => text.includes(word) && isWord(text, word))
  );
}

/** Not as a part of a longer word: asha@people.test is not in natasha@people.test. */
function isWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.+-])${escaped(word)}(?!\\w)`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
