/**
 * By what organisers find people: a row for each key of a person, of which they type the beginning. A range of one index is
 * read, so finding somebody costs the same among a hundred people and a hundred thousand.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { mailboxOf } from "../../shared/mailbox";

type Named = Pick<Doc<"profiles">, "name" | "instagramHandle">;

/** What is compared: without upper case, accents and needless blanks. */
export function searchKey(text: string): string {
  const bare = text.normalize("NFKD").replace(accents, "").toLowerCase();
  return bare.replace(/\s+/gu, " ").trim().slice(0, KEY_LENGTH);
}

/**
 * Returns the keys of a person, in order: their address and its mailbox behind an "@", their handle, and their name from each of
 * its words on. So addresses stand together, and the search for a name does not leaf through those that begin alike.
 */
export function keysOf(email: string, profile: Named | null): string[] {
  const words = nameKey(profile?.name ?? "").split(" ");
  const ofName = words.slice(0, WORDS).map((_, from) => words.slice(from).join(" "));
  const addresses = [email, mailboxOf(email)].map((address) => `@${searchKey(address)}`);
  const keys = [...addresses, searchKey(profile?.instagramHandle ?? ""), ...ofName];
  return [...new Set(keys)].filter((key) => key !== "").sort();
}

/** A name without "@": a key that has one is an address. */
function nameKey(name: string): string {
  return searchKey(name.replaceAll("@", " "));
}

/**
 * Returns the lowest and the highest key that a typed text finds: those that begin with it. A whole address finds every
 * spelling of its mailbox. An address, which has no blanks, is found once it is typed up to its "@": by a letter more each time
 * nobody finds out one that they do not know.
 */
export function keysFoundBy(typed: string): { lowest: string; highest: string } {
  const isAddress = typed.includes("@") && !typed.includes(" ");
  const lowest = isAddress ? `@${mailboxOf(typed)}` : nameKey(typed);
  return { lowest, highest: `${lowest}${LAST_CHARACTER}` };
}

/** Whether a key is found by what was typed. An address is found by an address alone. */
export function isFoundBy(typed: string): (key: string) => boolean {
  const { lowest } = keysFoundBy(typed);
  return (key) => key.startsWith(lowest) && (lowest.startsWith("@") || !key.includes("@"));
}

const LAST_CHARACTER = "\u{10ffff}";

/** Writes the keys of somebody, or deletes them where `keys` is empty. What is right already is not written again. */
export async function writeKeys(ctx: MutationCtx, userId: Id<"users">, keys: string[]): Promise<void> {
  const theirs = ctx.db.query("personKeys").withIndex("by_userId", (q) => q.eq("userId", userId));
  const old = await theirs.take(2 * WORDS);
  for (const { _id, key } of old) if (!keys.includes(key)) await ctx.db.delete("personKeys", _id);
  const known = old.map(({ key }) => key);
  for (const key of keys) if (!known.includes(key)) await ctx.db.insert("personKeys", { userId, key });
}

/** Marks that go on any letter. Vowel signs of Indian scripts are letters of a name, and stay. */
const accents = /(?=\p{M})\p{Script=Inherited}/gu;
/** Longer than any name or handle. Nobody types more of an address. */
const KEY_LENGTH = 80;
/** Words of a name that it is found by. */
const WORDS = 6;
