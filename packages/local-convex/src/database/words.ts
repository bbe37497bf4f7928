/** Longer words (in bytes of UTF-8) are in no index, as in Convex. */
const LONGEST = 31;
const WORD = /[\p{Alphabetic}\p{N}]+/gu;

/** The words of a text, in order: what lies between spaces and punctuation, in lower case. */
export function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.filter((word) => Buffer.byteLength(word) <= LONGEST).map((word) => word.toLowerCase());
}
