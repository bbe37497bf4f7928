/** Secrets in the bytes that somebody receives, however they are written there. Of no test runner. */

/** Shorter pieces are found by chance. */
const SHORTEST_IN_BASE64 = 8;

/**
 * Finds a secret as it is, as JSON and as an address would write it, and inside base64 at each of its three places. Not as a
 * part of a longer word: six digits are a code, and not a piece of a time.
 */
export function canaryOf(value: string): RegExp {
  const words = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  const inBase64 = ["", "x", "xx"].map((before) => {
    const bytes = Buffer.from(before + value);
    const all = bytes.toString("base64").replace(/=+$/, "");
    // The first and last letters depend on the neighbours of the secret.
    return all.slice(before === "" ? 0 : 4, bytes.length % 3 === 0 ? undefined : -1);
  });
  const urlSafe = inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const long = [...inBase64, ...urlSafe].filter((text) => text.length >= SHORTEST_IN_BASE64);
  const whole = words.map((word) => `(?<![\\w.+-])${escaped(word)}(?!\\w)`);
  return new RegExp([...new Set([...whole, ...long.map(escaped)])].join("|"));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
