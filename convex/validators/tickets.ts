import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { codeCheck } from "./auth";
import { wait } from "./common";

/** Whether a sign-up asks for a ticket code. */
const codesAsked = literals("off", "optional", "required");

/** Who may sign up and who is at the festival. */
export const ticketRules = v.object({
  /** Mail domains, without the @. Subdomains count too. */
  domains: v.array(v.string()),
  /** People with an address at these domains are at the festival. */
  domainsMark: v.boolean(),
  /** Only addresses at these domains may sign up. */
  domainsOnly: v.boolean(),
  codes: codesAsked,
});

/** The rules as organisers see and save them. `version` counts the changes. */
export const savedRules = ticketRules.extend({ version: v.number() });

export const signUpRules = v.object({
  codes: codesAsked,
  /** The only domains whose addresses may sign up. Null: all may. */
  onlyDomains: v.union(v.array(v.string()), v.null()),
});

export const ticketCounts = v.object({ uploaded: v.number(), claimed: v.number(), arrived: v.number() });

/**
 * A check at the door: the code as read, and a key made for this check. Also when it was made and when it is sent, in ms by the
 * phone's clock.
 */
export const doorCheck = v.object({
  code: v.string(),
  key: v.string(),
  at: v.number(),
  sentAt: v.optional(v.number()),
});

/**
 * The result of a check. `already`: when (ms) the ticket was first checked. `released`: when (ms) it was released or became another
 * person's.
 */
export const doorAnswer = v.union(
  v.object({ kind: v.literal("welcome") }),
  v.object({ kind: v.literal("already"), at: v.number() }),
  v.object({ kind: v.literal("released"), at: v.number() }),
  v.object({ kind: v.literal("unknown") }),
  v.object({ kind: v.literal("wait"), retryAfter: v.number() }),
);

/** See the table `ticketDoubles`. */
export const ticketDouble = v.object({ key: v.string(), at: v.number(), firstAt: v.number() });

/** The other figures on a door screen. */
export const doorView = v.object({
  uploaded: v.number(),
  arrived: v.number(),
  doubles: v.array(ticketDouble),
});

/** A person's ticket, without its code. */
export const heldTicket = v.object({
  label: v.optional(v.string()),
  claimedAt: v.number(),
  arrivedAt: v.optional(v.number()),
});

/** The member's view: whether the app asks for codes, their ticket, and whether their address makes one unnecessary. */
export const ownTicket = v.object({
  asked: v.boolean(),
  ticket: v.union(heldTicket, v.null()),
  byAddress: v.boolean(),
});

/** The result of a claim. refused: an unknown code, or another person's. hasOther: the user already has a ticket. */
export const ticketClaim = v.union(v.object({ kind: literals("claimed", "refused", "hasOther") }), wait);

/** The check of a sign-up's code. `needed`: a code is required. */
export const signUpTicket = v.union(v.object({ kind: literals("right", "needed", "refused") }), wait);

/** The checks of a sign-up. The ticket is checked only after the correct code. */
export const signUpCheck = v.object({ code: codeCheck, ticket: v.union(signUpTicket, v.null()) });

/** The result of a batch of codes. `bad`: by index in the batch, from zero. */
export const uploadedBatch = v.object({
  added: v.number(),
  /** Stored before. */
  present: v.number(),
  /** Codes that occur earlier in this batch. */
  repeated: v.number(),
  bad: v.array(
    v.object({ index: v.number(), problem: literals("empty", "short", "long", "signs", "formula", "separator") }),
  ),
});
