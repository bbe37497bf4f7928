import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";

export type Rules = FunctionReturnType<typeof api.tickets.rules>;
export const answers = ["anyone", "domains", "tickets"] as const;
type Answer = (typeof answers)[number];

/** Returns the choice that the stored rules amount to. If both apply, tickets win: a domain alone is not enough. */
export function answerOf({ codes, domainsOnly }: Rules): Answer {
  return codes === "required" ? "tickets" : domainsOnly ? "domains" : "anyone";
}

/**
 * Returns the rules for a choice. Listed domains and uploaded codes also mark people. An unchanged choice keeps the other stored rules.
 * `uploaded`: the number of codes.
 */
export function rulesFrom(stored: Rules, who: Answer, domains: string[], uploaded: number): Omit<Rules, "version"> {
  const isSame = who === answerOf(stored) && domains.join() === stored.domains.join();
  return {
    domains,
    domainsOnly: isSame ? stored.domainsOnly : who === "domains",
    domainsMark: isSame ? stored.domainsMark : domains.length > 0,
    codes:
      who === "tickets" ? "required" : uploaded > 0 || (isSame && stored.codes === "optional") ? "optional" : "off",
  };
}
