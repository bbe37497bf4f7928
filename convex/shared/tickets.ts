/** Ticket codes and mail domains, as the browser and the server read them. */

/** Why a code cannot be stored. */
export type TicketProblem = keyof typeof ticketProblems;

export const ticketProblems = {
  empty: "has no code",
  short: "is easy to guess: a code needs 8 letters and digits, or 10 digits",
  long: "has a code that is longer than 100 characters",
  signs: "has a code with characters that no ticket code has",
  formula: "begins like a formula: no code begins with =, +, - or @",
  separator: "has a comma, semicolon or tab inside the code, or one too many in the line",
} as const;
export const ticketSentences = {
  numbered:
    "These codes are numbered one after the other, so anyone could guess them. Upload the random codes from your ticket shop.",
  needed: "Please enter the code of your ticket.",
  refused: "This code is not on our list, or it has already been used.",
  hasOther: "You have already used another ticket's code.",
  domainsMissing: "Enter a domain first, such as college.edu.",
  domainsMax: "Enter 50 domains at most.",
  off: "Ticket codes are not needed at the moment.",
  tooMany: "A file can have up to 100,000 codes. Split this one: nothing in it was stored.",
  noCodes: "Upload codes first. Without codes, no one can sign up.",
  domain: (typed: string) => `“${typed}” is not a domain. Write it like college.edu.`,
  addresses: (domains: readonly string[]) =>
    `Only people with an address at ${domains.join(" or ")} can sign up. Please use that address.`,
} as const;

/**
 * Returns a code in its one form for comparing: upper case, without spaces and dashes. So `ab12-cd34 ef` from paper equals `AB12CD34EF` as
 * uploaded. Reads only as many characters as a typed code may have, because a caller may send megabytes. Keeps line breaks inside, which no
 * ticket has. In a file they come from an unclosed quote, which would join many codes.
 */
export function normaliseTicketCode(typed: string): string {
  return typed
    .slice(0, LONGEST_TYPED)
    .normalize("NFKC")
    .trim()
    .replace(/[^\S\r\n]|[\p{Pd}\u00ad\u200b-\u200d\u2060\ufeff]/gu, "")
    .toUpperCase();
}

/**
 * Returns why a code in a file cannot be stored, or null. Stricter than for a typed code: a person may type characters that a file may not
 * have.
 */
export function ticketProblemIn(typed: string): TicketProblem | null {
  const text = typed
    .trim()
    .slice(0, LONGEST_TYPED + 1)
    .normalize("NFKC");
  if (/[;,\t]/.test(text)) return "separator";
  if (/^[=+\-@]/.test(text)) return "formula";
  if (text.length > LONGEST_TYPED) return "long";
  if (/\p{Cc}/u.test(text)) return "signs";
  return ticketProblemOf(normaliseTicketCode(text));
}

/** True if most of these normalised codes are one more than the code before. */
export function areNumbered(codes: readonly string[]): boolean {
  if (codes.length < NUMBERED_MIN) return false;
  const follows = codes.filter((code, index) => index > 0 && isNext(codes[index - 1] ?? "", code));
  return follows.length > codes.length / 2;
}

/** True if a normalised address is at one of these domains, or at a subdomain. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

/** Returns typed domains, with or without the @, in stored form without duplicates. */
export function domainsIn(typed: string): string[] {
  const parts = typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^@/, ""));
  return [...new Set(parts.filter(Boolean))];
}

/** True if the text is a domain in stored form. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text);
}

const SHORTEST = 8;
const SHORTEST_DIGITS = 10;
const LONGEST = 100;
/** With spaces and dashes. */
const LONGEST_TYPED = 200;
/** A shorter list may look consecutive by chance, or because it was sorted. */
const NUMBERED_MIN = 20;

/**
 * Returns why a normalised code cannot be stored, or null. With a hundred thousand codes of ten digits, one guess in a hundred thousand is
 * right. All guesses together are few (`ticketGuess` in `model/throttle/budgets.ts`).
 */
function ticketProblemOf(code: string): TicketProblem | null {
  if (code === "") return "empty";
  if (code.length > LONGEST) return "long";
  if (!/^[!-~]+$/.test(code)) return "signs";
  const signs = code.replace(/[^A-Z0-9]/g, "");
  return signs.length < (/^\d*$/.test(signs) ? SHORTEST_DIGITS : SHORTEST) ? "short" : null;
}

function isNext(before: string, code: string): boolean {
  const [head, number] = numbered(before);
  const [nextHead, nextNumber] = numbered(code);
  return head === nextHead && nextNumber - number === 1;
}

/** Splits a code into the part before its last digits, and the number they form. */
function numbered(code: string): [head: string, number: number] {
  const [digits = ""] = /\d{1,12}$/.exec(code) ?? [];
  return [code.slice(0, code.length - digits.length), digits === "" ? NaN : Number(digits)];
}
