/** Cleans text that people type, the same in the form and on the server. */
import { skeletonOf } from "./lookAlikes";

/** Invisible characters that change how others are shown. Joiners stay: emoji and Indian scripts need them. */
const steering =
  /(?!\s)[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Characters that show nothing: spaces, fillers, marks and placeholders. */
const inkless = /[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0\ufffc\u{13441}\u{13442}\u{1d159}]/gu;

/** More than eight marks on one letter. No script has so many, and they would cover the lines around it. */
const piled = /(\p{M}{8})\p{M}+/gu;
/** More than three of the accents that fit any letter. */
const piledAccents = /((?:(?=\p{M})\p{Script=Inherited}){3})\p{M}+/gu;

/** Returns one line of text: trimmed, without invisible characters, with single spaces. Empty if nothing is visible. */
export function cleanLine(text: string): string {
  return clean(truncated(text));
}

/** Like `cleanLine`, but keeps line breaks, two in a row at most. */
export function cleanText(text: string): string {
  const lines = truncated(text)
    .split(/\r\n?|\n/)
    .map(clean);
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the number of code points: most emoji count as one, not two. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Returns an e-mail address as it is stored and looked up: trimmed, NFKC, lower case. */
export function normaliseEmail(email: string): string {
  return truncated(email).trim().normalize("NFKC").trim().toLowerCase();
}

/** Returns a phone number without spaces, dots, hyphens and parentheses. */
export function bareNumber(phone: string): string {
  return cleanLine(phone).replace(/[\s.()\p{Pd}]/gu, "");
}

/** Returns a handle without its @. Also accepts the address of its page, which Instagram lets people copy. */
export function bareHandle(handle: string): string {
  return handle.replace(profileAddress, "$1").replace(/^[\s@]+/, "");
}

/** True if a text contains a link, an @handle, a phone number or a name on another network, even spelt with look-alikes. */
export function hasContactDetails(text: string): boolean {
  const bare = asciiDigits(text.normalize("NFKC").replace(/[\p{Cf}\ufe0f\u20e3]/gu, ""));
  return [bare, skeletonOf(bare)].some((spelling) => {
    const plain = spelling.replace(/\u3002|\s*[[({<]\s*dot\s*[\])}>]\s*|\s+dot\s+(?=(?:com|net|org|in)\b)/giu, ".");
    return [link, handle, mailbox, phone, spaced, named].some((way) => way.test(plain));
  });
}

/** Paths of Instagram's own pages, which are not handles. */
const profileAddress =
  /^\s*(?:https?:\/\/)?(?:[a-z]+\.)?instagram\.com\/(?!(?:p|tv|reels?|stories|explore)\/)([^/?#\s]+).*$/is;

/** Endings that are also words need a path behind them, because people forget the space after a full stop. */
const link =
  /\bhttps?:|\bwww\.|\binstagr\.am\b|[a-z0-9-]\.(?:com|net|org|io|dev|gg|ly|tv|xyz)\b|[a-z0-9-]\.(?:in|me|to|co|app|be|link|site|online|page|bio|live)\//iu;
const handle = /@[\p{L}\p{N}_][\p{L}\p{N}_.]/u;
/** Nine or more digits with separators between them. Two years, or a date, have fewer. */
const phone = /(?:\d(?:[:;|~=\u00b7\u2022]|[\s().,\-_/+*]{0,3})){9}/;
/** Nine single digits with any characters except letters between them. */
const spaced = /(?<!\d)(?:\d[^\p{L}\p{N}]{1,3}){8}\d/u;
/** 'asha [at] mail.com'. Without the domain, 'at' in brackets is not an address. */
const mailbox = /[\p{L}\p{N}]\s*[[({<]\s*at\s*[\])}>]\s*[a-z0-9-]+\.[a-z]{2}/iu;
/** 'insta: asha', 'ig handle asha', 'on snap asha_k'. A network's name alone is not a contact detail. */
const network = "\\b(?:insta(?:gram)?|ig|snap(?:chat)?|telegram|tg|whats?app|facebook|fb|twitter|discord|linkedin)";
const label = "(?:\\s+(?:id|handle|name|user|username))";
const named = new RegExp(
  `${network}(?:${label}?\\s*(?:[:=~\u2192]|\\s[-\u2013\u2014]+|->)\\s*\\w|${label}(?:\\s+is)?\\s+\\w|\\s+[a-z0-9]+[._][a-z0-9])`,
  "iu",
);

/** Far more than any field accepts. */
const MAX_TYPED = 20_000;

/** Truncates megabytes of text, because cleaning it would delay other calls. It is refused as too long anyway. */
function truncated(text: string): string {
  return text.length > MAX_TYPED ? text.slice(0, MAX_TYPED) : text;
}

/** Cleans one line. Removes invisible characters first, so that the spaces around them become one. */
function clean(line: string): string {
  const folded = line.replace(steering, "").replace(/\s+/g, " ");
  const shown = folded.normalize("NFC").replace(piledAccents, "$1").replace(piled, "$1").trim();
  return shown.replace(inkless, "") === "" ? "" : shown;
}

/** Returns the text with the digits of any script as 0–9. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/**
 * Returns a digit's value. Unicode has each script's digits in a run of ten, so the value is the distance from the run's start.
 */
function valueOf(codePoint: number): number {
  let first = codePoint;
  while (codePoint - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
