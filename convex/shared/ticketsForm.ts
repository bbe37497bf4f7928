/** The form of the ticket rules, as the browser and the server check it. */
import * as z from "zod";
import { isDomain, ticketSentences as sentences } from "./tickets";

/** The most domains. */
const MAX_DOMAINS = 50;

export const ticketRulesForm = z
  .object({
    domains: z
      .array(z.string())
      .max(MAX_DOMAINS, sentences.domainsMax)
      .superRefine((domains, ctx) => {
        const wrong = domains.find((domain) => !isDomain(domain));
        if (wrong !== undefined) ctx.addIssue({ code: "custom", message: sentences.domain(wrong.slice(0, 60)) });
      }),
    domainsMark: z.boolean(),
    domainsOnly: z.boolean(),
    codes: z.enum(["off", "optional", "required"]),
  })
  .refine(({ domains, domainsMark, domainsOnly }) => domains.length > 0 || !(domainsMark || domainsOnly), {
    path: ["domains"],
    error: sentences.domainsMissing,
  });
