import * as z from "zod";
import { domainsIn, ticketSentences } from "../../../../convex/shared/tickets";
import { ticketRulesForm } from "../../../../convex/shared/ticketsForm";
import { answers } from "./whoMayCome";

/** The validation of the typed rules. Domains are typed as one line. */
export const rulesSchema = z
  .object({
    who: z.enum(answers),
    domains: z.string().transform(domainsIn).pipe(ticketRulesForm.shape.domains),
  })
  .refine(({ who, domains }) => who !== "domains" || domains.length > 0, {
    path: ["domains"],
    error: ticketSentences.domainsMissing,
  });
