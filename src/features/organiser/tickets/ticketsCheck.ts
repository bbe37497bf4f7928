import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { domainsIn, ticketSentences } from "../../../../convex/shared/tickets";
import { ticketRulesForm } from "../../../../convex/shared/ticketsForm";
import { answers } from "./whoMayCome";

/** The check of who may come: the deployment's own. Domains are typed as one line. */
export const ticketsCheck = zodResolver(
  z
    .object({
      who: z.enum(answers),
      domains: z.string().transform(domainsIn).pipe(ticketRulesForm.shape.domains),
    })
    .refine(({ who, domains }) => who !== "domains" || domains.length > 0, {
      path: ["domains"],
      error: ticketSentences.domainsMissing,
    }),
);
