/** Finds secrets in received bytes, in any encoding. Independent of the test runner. */

/** Shorter pieces match by chance. */
const SHORTEST_IN_BASE64 = 8;

/**
 * Matches a secret as plain text, JSON, URL encoding, and base64 at each of three offsets. Only whole words match,
 * because six digits may be part of a time.
 */
export function canaryOf(value: string): RegExp {
  const words = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  const inBase64 = ["", "x", "xx"].map((padding) => {
    const bytes = Buffer.from(padding + value);
    const encoded = bytes.toString("base64").replace(/=+$/, "");
    // The first and last letters depend on the neighbours of the secret.
    return encoded.slice(padding === "" ? 0 : 4, bytes.length % 3 === 0 ? undefined : -1);
  });
  const urlSafe = inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const longEnough = [...inBase64, ...urlSafe].filter((text) => text.length >= SHORTEST_IN_BASE64);
  const wholeWords = words.map((word) => `(?<![\\w.+-])${escaped(word)}(?!\\w)`);
  return new RegExp([...new Set([...wholeWords, ...longEnough.map(escaped)])].join("|"));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
