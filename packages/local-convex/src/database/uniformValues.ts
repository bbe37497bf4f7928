import { integerOf, integerToJson } from "./values";

/**
 * The form of documents in exports of the real service, there called uniform: an integer is a number without a point, any other
 * number has one. JSON.parse does not tell them apart, so a document's text is changed as text: whatever is in quotes stays.
 */
const TOKENS = /\{"\$integer":"([A-Za-z0-9+/=]+)"\}|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const WHOLE = /^-?\d+$/;
const INTEGERS = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** A stored document's text as the text of an export. */
export function toUniform(text: string): string {
  return text.replace(TOKENS, (token: string, integer: string | undefined) => {
    if (integer !== undefined) return String(integerOf({ $integer: integer }));
    return WHOLE.test(token) ? `${token}.0` : token;
  });
}

/** The text of an export as a document's text, with integers as `{"$integer": …}`. */
export function fromUniform(text: string): string {
  return text.replace(TOKENS, (token: string, integer: string | undefined) => {
    if (integer !== undefined || !WHOLE.test(token) || token === "-0") return token;
    const value = BigInt(token);
    const isInteger = value >= INTEGERS.least && value <= INTEGERS.most;
    return isInteger ? JSON.stringify(integerToJson(value)) : token;
  });
}
