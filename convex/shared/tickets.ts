/** Codes of tickets and domains of addresses, as the browser and the server read them. */

/**
 * A code in the one form in which it is compared: in upper case, without spaces and dashes of any kind. So `ab12-cd34 ef` as
 * typed from paper is `AB12CD34EF` as uploaded.
 */
export function normaliseTicketCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\u00ad\u200b-\u200d\u2060\ufeff]/gu, "")
    .toUpperCase();
}

/** Whether a normalised address is of one of these domains, or of a domain below one. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`));
}
