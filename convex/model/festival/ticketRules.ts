/** What organisers settled about who may sign up and who is at the festival. Few functions read it, and no deck. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { env } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { checked } from "../../shared/forms";
import { domainsIn, isOfDomains, ticketSentences } from "../../shared/tickets";
import { ticketRulesForm } from "../../shared/ticketsForm";
import type { signUpRules, ticketRules } from "../../validators/tickets";
import { recordIncident } from "../incidents";
import { ticketCountsOf } from "../tickets/counts";

export type TicketRules = Infer<typeof ticketRules>;

/**
 * The rules, and how often they were changed. Until an organiser has saved them the domains are those of COLLEGE_DOMAINS, and
 * count for nothing but the share of mails that is kept for them (`throttle.ts`).
 */
export async function rulesOf({ db }: Pick<QueryCtx, "db">): Promise<TicketRules & { version: number }> {
  const row = await db.query("ticketRules").first();
  if (row === null) return { domains: domainsIn(env.COLLEGE_DOMAINS ?? ""), ...nothing };
  const { domains, domainsMark, domainsOnly, codes, version } = row;
  return { domains, domainsMark, domainsOnly, codes, version };
}

/** Whether organisers say who is at the festival, by tickets or by addresses. */
export async function saysWhoIsThere(ctx: Pick<QueryCtx, "db">): Promise<boolean> {
  const { codes, domains, domainsMark } = await rulesOf(ctx);
  return codes !== "off" || (domainsMark && domains.length > 0);
}

/** What whoever signs up has to know. */
export async function signUpRulesOf(ctx: Pick<QueryCtx, "db">): Promise<Infer<typeof signUpRules>> {
  const { codes, domains, domainsOnly } = await rulesOf(ctx);
  return { codes, onlyDomains: domainsOnly ? domains : null };
}

/** Whether an address is of a domain whose people are at the festival. */
export async function isMarkedAddress(ctx: Pick<QueryCtx, "db">, email: string): Promise<boolean> {
  const { domains, domainsMark } = await rulesOf(ctx);
  return domainsMark && isOfDomains(email, domains);
}

/** Saves the rules. `version`: of those that the organiser changed; refuses if somebody else saved meanwhile. */
export async function saveRules(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { version, rules }: { version: number; rules: TicketRules },
): Promise<void> {
  const before = await rulesOf(ctx);
  if (version !== before.version) fail("ALREADY_DECIDED", MEANWHILE);
  const form = checked(ticketRulesForm, { ...rules, domains: domainsIn(rules.domains.join(" ")) });
  const isNewlyRequired = form.codes === "required" && before.codes !== "required";
  if (isNewlyRequired && (await ticketCountsOf(ctx)).uploaded === 0) fail("BAD_INPUT", ticketSentences.noCodes);
  const row = await ctx.db.query("ticketRules").first();
  if (row === null) await ctx.db.insert("ticketRules", { ...form, version: version + 1 });
  else await ctx.db.replace("ticketRules", row._id, { ...form, version: version + 1 });
  await recordIncident(ctx, "ticketRulesChanged", { by: organiser._id });
  if (markedBy(form) !== markedBy(before)) await ctx.scheduler.runAfter(0, internal.tickets.markNext, {});
}

const nothing = { domainsMark: false, domainsOnly: false, codes: "off", version: 0 } as const;
const MEANWHILE = "Somebody else saved these settings a moment ago. Look at them and save again.";

function markedBy({ domains, domainsMark }: TicketRules): string {
  return domainsMark ? domains.toSorted().join(" ") : "";
}
