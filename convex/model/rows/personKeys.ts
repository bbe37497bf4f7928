/**
 * Search index for organisers. A person has one row each for the address, its mailbox and the handle, and one for each word of the name:
 * the name from that word to its end. A search reads a range of one index, so it costs the same among a hundred people and a hundred
 * thousand.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { mailboxOf } from "../../shared/mailbox";

type Named = Pick<Doc<"profiles">, "name" | "instagramHandle">;

/** Normalises text for comparison: no upper case, accents or extra blanks. */
export function searchKey(text: string): string {
  const bare = text.normalize("NFKD").replace(accents, "").toLowerCase();
  return bare.replace(/\s+/gu, " ").trim().slice(0, KEY_LENGTH);
}

/**
 * Returns a person's keys, sorted: the address and the mailbox, each after an "@", the handle, and one key per word of the name. That key
 * has the name from the word to its end. Addresses sort together, so a search for a name does not page through them.
 */
export function keysOf(email: string, profile: Named | null): string[] {
  const words = nameKey(profile?.name ?? "").split(" ");
  const nameKeys = words.slice(0, WORDS).map((_, from) => words.slice(from).join(" "));
  const addresses = [email, mailboxOf(email)].map((address) => `@${searchKey(address)}`);
  const keys = [...addresses, searchKey(profile?.instagramHandle ?? ""), ...nameKeys];
  return [...new Set(keys)].filter((key) => key !== "").sort();
}

/** Returns a name's key, without "@": a key with one is an address. */
function nameKey(name: string): string {
  return searchKey(name.replaceAll("@", " "));
}

/**
 * Returns the lowest and highest key that match a typed text. A complete address matches every spelling of its mailbox. An address matches
 * only from its "@" on. So nobody can discover an unknown one letter by letter.
 */
export function keyRangeOf(typed: string): { lowest: string; highest: string } {
  const isAddress = typed.includes("@") && !typed.includes(" ");
  const lowest = isAddress ? `@${mailboxOf(typed)}` : nameKey(typed);
  return { lowest, highest: `${lowest}${LAST_CHARACTER}` };
}

/** True if a typed text matches a key. Only an address matches an address. */
export function keyMatcher(typed: string): (key: string) => boolean {
  const { lowest } = keyRangeOf(typed);
  return (key) => key.startsWith(lowest) && (lowest.startsWith("@") || !key.includes("@"));
}

export const LAST_CHARACTER = "\u{10ffff}";

/** Writes a user's keys, or deletes them if `keys` is empty. Correct rows are left alone. */
export async function writeKeys(ctx: MutationCtx, userId: Id<"users">, keys: string[]): Promise<void> {
  const rows = ctx.db.query("personKeys").withIndex("by_userId", (q) => q.eq("userId", userId));
  const old = await rows.take(2 * WORDS);
  for (const { _id, key } of old) if (!keys.includes(key)) await ctx.db.delete("personKeys", _id);
  const known = old.map(({ key }) => key);
  for (const key of keys) if (!known.includes(key)) await ctx.db.insert("personKeys", { userId, key });
}

/** Marks that attach to any letter. Vowel signs of Indian scripts are part of a name, and stay. */
const accents = /(?=\p{M})\p{Script=Inherited}/gu;
/** Longer than any name or handle. Nobody types more of an address. */
const KEY_LENGTH = 80;
/** How many words of a name are searchable. */
const WORDS = 6;
