/** The shapes of tickets and of the rules about them. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { wait } from "./common";

/** Whether a sign-up asks for the code of a ticket. */
const codesAsked = literals("off", "optional", "required");

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

/** The rules as organisers see and save them. `version` counts the changes. */
export const savedRules = ticketRules.extend({ version: v.number() });

/** What whoever signs up has to know. */
export const signUpRules = v.object({
  codes: codesAsked,
  /** The only domains whose addresses may sign up; null: all may. */
  onlyDomains: v.union(v.array(v.string()), v.null()),
});

export const ticketCounts = v.object({ uploaded: v.number(), claimed: v.number(), arrived: v.number() });

/** A check at the door: the code as it was read, a key made up for the check, when it was made and when it is sent, in ms by the phone's clock. */
export const doorCheck = v.object({
  code: v.string(),
  key: v.string(),
  at: v.number(),
  sentAt: v.optional(v.number()),
});

/** What a check says. `already`: at what time the ticket was checked first, in ms. `released`: since when it is another's. */
export const doorAnswer = v.union(
  v.object({ kind: v.literal("welcome") }),
  v.object({ kind: v.literal("already"), at: v.number() }),
  v.object({ kind: v.literal("released"), at: v.number() }),
  v.object({ kind: v.literal("unknown") }),
  v.object({ kind: v.literal("wait"), retryAfter: v.number() }),
);

/** What a door check shows besides: see `ticketDoubles`. */
export const doorView = v.object({
  uploaded: v.number(),
  arrived: v.number(),
  doubles: v.array(v.object({ key: v.string(), at: v.number(), firstAt: v.number() })),
});

/** Somebody's ticket, which never has its code. */
export const heldTicket = v.object({
  label: v.optional(v.string()),
  claimedAt: v.number(),
  arrivedAt: v.optional(v.number()),
});

/** What a member sees of it: whether codes are asked for at all, their ticket, and whether their address makes one needless. */
export const ownTicket = v.object({
  asked: v.boolean(),
  ticket: v.union(heldTicket, v.null()),
  byAddress: v.boolean(),
});

/** What came of a claim. refused: there is no such code, or it is somebody else's. hasOther: the user has another ticket. */
export const ticketClaim = v.union(v.object({ kind: literals("claimed", "refused", "hasOther") }), wait);

/** What a sign-up is told about its code. `needed`: there has to be one. */
export const signUpTicket = v.union(v.object({ kind: literals("right", "needed", "refused") }), wait);

/** What came of a batch of codes. `bad`: by their place in the batch, from zero. */
export const uploadedBatch = v.object({
  added: v.number(),
  /** Stored before. */
  present: v.number(),
  /** In the batch a second time. */
  repeated: v.number(),
  bad: v.array(
    v.object({ index: v.number(), problem: literals("empty", "short", "long", "signs", "formula", "separator") }),
  ),
});
