/** The shapes of tickets and of the rules about them. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

/** Whether a sign-up asks for the code of a ticket. */
export const codesAsked = literals("off", "optional", "required");

/** Who may sign up and who is at the festival. */
export const ticketRules = v.object({
  /** Domains of addresses, without the @. An address of a domain below one of them counts too. */
  domains: v.array(v.string()),
  /** Whoever has an address of these domains is at the festival. */
  domainsMark: v.boolean(),
  /** Only addresses of these domains may sign up. */
  domainsOnly: v.boolean(),
  codes: codesAsked,
});

export const ticketCounts = v.object({ uploaded: v.number(), claimed: v.number(), arrived: v.number() });
