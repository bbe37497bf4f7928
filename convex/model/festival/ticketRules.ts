/** The organisers' rules on who may sign up and who is at the festival. Few functions read them, and no deck does. */
import type { Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { env } from "../../_generated/server";
import { domainsIn, isOfDomains } from "../../shared/tickets";
import type { signUpRules, ticketRules } from "../../validators/tickets";

export type TicketRules = Infer<typeof ticketRules>;

/**
 * Returns the rules and their version. Until an organiser saves them, the domains come from COLLEGE_DOMAINS and only reserve a share of
 * mails (`throttle/budgets.ts`).
 */
export async function ticketRulesOf({ db }: Pick<QueryCtx, "db">): Promise<TicketRules & { version: number }> {
  const row = await db.query("ticketRules").first();
  if (row === null) return { domains: domainsIn(env.COLLEGE_DOMAINS ?? ""), ...defaults };
  const { domains, domainsMark, domainsOnly, codes, version } = row;
  return { domains, domainsMark, domainsOnly, codes, version };
}

/** True if organisers say who is at the festival, by tickets or by addresses. */
export async function tracksAttendance(ctx: Pick<QueryCtx, "db">): Promise<boolean> {
  const { codes, domains, domainsMark } = await ticketRulesOf(ctx);
  return codes !== "off" || (domainsMark && domains.length > 0);
}

export async function signUpRulesOf(ctx: Pick<QueryCtx, "db">): Promise<Infer<typeof signUpRules>> {
  const { codes, domains, domainsOnly } = await ticketRulesOf(ctx);
  return { codes, onlyDomains: domainsOnly ? domains : null };
}

/** True if an address belongs to a domain that marks people as at the festival. */
export async function isMarkedAddress(ctx: Pick<QueryCtx, "db">, email: string): Promise<boolean> {
  const { domains, domainsMark } = await ticketRulesOf(ctx);
  return domainsMark && isOfDomains(email, domains);
}

const defaults = { domainsMark: false, domainsOnly: false, codes: "off", version: 0 } as const;
