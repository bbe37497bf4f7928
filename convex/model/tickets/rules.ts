/** Organisers' rules about who may sign up and who is at the festival. */
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { checked } from "../../shared/forms";
import { domainsIn, ticketSentences } from "../../shared/tickets";
import { ticketRulesForm } from "../../shared/ticketsForm";
import { ticketRulesOf, type TicketRules } from "../festival/ticketRules";
import { recordIncident } from "../incidents";
import { writeSingle } from "../rows/writing";
import { ticketCountsOf } from "./tickets";

/** Saves the rules. `version`: the one the organiser edited. Refuses if it has changed since. */
export async function saveRules(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { version, rules }: { version: number; rules: TicketRules },
): Promise<void> {
  const before = await ticketRulesOf(ctx);
  if (version !== before.version) fail("ALREADY_DECIDED", CHANGED_SINCE);
  const form = checked(ticketRulesForm, { ...rules, domains: domainsIn(rules.domains.join(" ")) });
  const isNewlyRequired = form.codes === "required" && before.codes !== "required";
  if (isNewlyRequired && (await ticketCountsOf(ctx)).uploaded === 0) fail("BAD_INPUT", ticketSentences.noCodes);
  const row = await ctx.db.query("ticketRules").first();
  await writeSingle(ctx, "ticketRules", row, { ...form, version: version + 1 });
  await recordIncident(ctx, "ticketRulesChanged", { by: organiser._id });
  if (markedBy(form) !== markedBy(before)) await ctx.scheduler.runAfter(0, internal.tickets.markNext, {});
}

const CHANGED_SINCE = "Someone else saved these settings a moment ago. Check them and save again.";

function markedBy({ domains, domainsMark }: TicketRules): string {
  return domainsMark ? domains.toSorted().join(" ") : "";
}
