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

/** A check at the door: the code as it was read, a key made up for the check, when it was made and when it is sent, in ms by the phone's clock. */
export const doorCheck = v.object({
  code: v.string(),
  key: v.string(),
  at: v.number(),
  sentAt: v.optional(v.number()),
});

/** What a check says. `already`: at what time the ticket was checked first, in ms. */
export const doorAnswer = v.union(
  v.object({ kind: v.literal("welcome") }),
  v.object({ kind: v.literal("already"), at: v.number() }),
  v.object({ kind: v.literal("unknown") }),
  v.object({ kind: v.literal("wait"), retryAfter: v.number() }),
);

/** What a door check shows besides: see `ticketDoubles`. */
export const doorView = v.object({
  uploaded: v.number(),
  arrived: v.number(),
  doubles: v.array(v.object({ key: v.string(), at: v.number(), firstAt: v.number() })),
});
