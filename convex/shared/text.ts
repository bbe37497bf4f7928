/** Text that people type: cleaned once, the same way in the form and on the server. */
import { asItLooks } from "./lookAlikes";

/** Characters that show nothing and steer how their neighbours show. Joiners stay: emoji and Indian scripts need them. */
const steering =
  /(?!\s)[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Characters that have a width but no ink: fillers, blanks of Braille, hieroglyphs and music, the place of an object. */
const inkless = /[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0\ufffc\u{13441}\u{13442}\u{1d159}]/gu;

/** Marks piled on a letter until they cover the lines around it: no script writes more than eight. */
const piled = /(\p{M}{8})\p{M}+/gu;
/** Of the accents that go with any letter nobody writes more than three. */
const piledAccents = /((?:(?=\p{M})\p{Script=Inherited}){3})\p{M}+/gu;

/** One line of text without invisible steering, runs of blanks folded, trimmed. Empty when nothing of it can be seen. */
export function cleanLine(text: string): string {
  return clean(typed(text));
}

/** As `cleanLine`, but line breaks stay (two in a row at most). */
export function cleanText(text: string): string {
  const lines = typed(text)
    .split(/\r\n?|\n/)
    .map(clean);
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Length as a person counts it: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Trimmed, NFKC, lower case: the one form in which an address is stored and looked up. */
export function normaliseEmail(email: string): string {
  return typed(email).trim().normalize("NFKC").trim().toLowerCase();
}

/** A phone number without what people write between its digits. */
export function bareNumber(phone: string): string {
  return cleanLine(phone).replace(/[\s.()\p{Pd}]/gu, "");
}

/** A handle without its @, also out of the address of its page, which is what Instagram lets people copy. */
export function bareHandle(handle: string): string {
  return handle.replace(profileAddress, "$1").replace(/^[\s@]+/, "");
}

/** Whether a text holds a link, an @handle, a phone number or what somebody is called elsewhere, also when spelt with look-alikes. */
export function hasContactDetails(text: string): boolean {
  const bare = asciiDigits(text.normalize("NFKC").replace(/[\p{Cf}\ufe0f\u20e3]/gu, ""));
  return [bare, asItLooks(bare)].some((seen) => {
    const plain = seen.replace(/\u3002|\s*[[({<]\s*dot\s*[\])}>]\s*|\s+dot\s+(?=(?:com|net|org|in)\b)/giu, ".");
    return [link, handle, mailbox, phone, spaced, named].some((way) => way.test(plain));
  });
}

/** What comes after these words is no person. */
const profileAddress =
  /^\s*(?:https?:\/\/)?(?:[a-z]+\.)?instagram\.com\/(?!(?:p|tv|reels?|stories|explore)\/)([^/?#\s]+).*$/is;

/** Endings that are also words count only with a path behind them: people forget the blank after a full stop. */
const link =
  /\bhttps?:|\bwww\.|\binstagr\.am\b|[a-z0-9-]\.(?:com|net|org|io|dev|gg|ly|tv|xyz)\b|[a-z0-9-]\.(?:in|me|to|co|app|be|link|site|online|page|bio|live)\//iu;
const handle = /@[\p{L}\p{N}_][\p{L}\p{N}_.]/u;
/** Nine digits and more, whatever stands between them; two years or a date are fewer. */
const phone = /(?:\d(?:[:;|~=\u00b7\u2022]|[\s().,\-_/+*]{0,3})){9}/;
/** Digits one by one, with any sign or emoji between them. */
const spaced = /(?<!\d)(?:\d[^\p{L}\p{N}]{1,3}){8}\d/u;
/** 'asha [at] mail.com'. An 'at' in brackets alone is no address. */
const mailbox = /[\p{L}\p{N}]\s*[[({<]\s*at\s*[\])}>]\s*[a-z0-9-]+\.[a-z]{2}/iu;
/** 'insta: asha', 'ig handle asha', 'on snap asha_k'. That somebody loves Instagram is no contact detail. */
const elsewhere = "\\b(?:insta(?:gram)?|ig|snap(?:chat)?|telegram|tg|whats?app|facebook|fb|twitter|discord|linkedin)";
const called = "(?:\\s+(?:id|handle|name|user|username))";
const named = new RegExp(
  `${elsewhere}(?:${called}?\\s*(?:[:=~\u2192]|\\s[-\u2013\u2014]+|->)\\s*\\w|${called}(?:\\s+is)?\\s+\\w|\\s+[a-z0-9]+[._][a-z0-9])`,
  "iu",
);

/** More than any field takes, many times over. */
const TYPED_MAX = 20_000;

/** Nobody types megabytes: cleaning them would keep everybody else waiting. What is cut off was too long anyway. */
function typed(text: string): string {
  return text.length > TYPED_MAX ? text.slice(0, TYPED_MAX) : text;
}

/** One line. Blanks are folded once nothing unseen stands between them any more. */
function clean(line: string): string {
  const folded = line.replace(steering, "").replace(/\s+/g, " ");
  const shown = folded.normalize("NFC").replace(piledAccents, "$1").replace(piled, "$1").trim();
  return shown.replace(inkless, "") === "" ? "" : shown;
}

/** Digits of any script as 0–9. Every run of Unicode decimal digits starts at a multiple that its zero marks. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** Digits come in runs of ten; walking back to the run's first one gives the value. */
function valueOf(codePoint: number): number {
  let first = codePoint;
  while (codePoint - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
