import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { domainsIn } from "../../../convex/shared/tickets";
import { ticketRulesForm } from "../../../convex/shared/ticketsForm";

/** The check of the rules about tickets: the deployment's own. Domains are typed as one line. */
export const ticketsCheck = zodResolver(
  z
    .object({
      domains: z.string().transform(domainsIn),
      domainsMark: z.boolean(),
      domainsOnly: z.boolean(),
      codes: z.enum(["off", "optional", "required"]),
    })
    .pipe(ticketRulesForm),
);
