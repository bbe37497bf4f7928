/**
 * Claims a ticket by its code. A wrong code and another person's code get the same response, so nobody can find out which codes exist. A
 * person who has a ticket learns nothing about another code.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { ticketSentences } from "../../shared/tickets";
import type { heldTicket, ownTicket, signUpTicket, ticketClaim } from "../../validators/tickets";
import { findAccount } from "../auth/accounts";
import { hashAddress, hashTicket } from "../auth/secrets";
import { recordRuling } from "../moderation/trail";
import { profileOf } from "../rows/profiles";
import { peekOverall, spendOverall } from "../throttle/budgets";
import { hasSpent, spend } from "../throttle/limits";
import { setAtFestival, ticketByHash, ticketOf, countTickets } from "./tickets";
import { isMarkedAddress, ticketRulesOf } from "../festival/ticketRules";

type Ticket = Doc<"tickets">;
type Held = Infer<typeof heldTicket>;

export async function ownTicketOf(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof ownTicket>> {
  const { codes } = await ticketRulesOf(ctx);
  return {
    asked: codes !== "off",
    ticket: await heldTicketOf(ctx, user._id),
    byAddress: await isMarkedAddress(ctx, user.email),
  };
}

/** Returns a user's ticket as they and organisers see it, or null. */
export async function heldTicketOf(ctx: QueryCtx, userId: Id<"users">): Promise<Held | null> {
  const ticket = await ticketOf(ctx, userId);
  if (ticket === null) return null;
  const { label, arrivedAt, claimedAt = ticket._creationTime } = ticket;
  return { ...(label && { label }), claimedAt, ...(arrivedAt && { arrivedAt }) };
}

/** Claims the ticket with a typed code. Idempotent for its owner. */
export async function claimTicket(
  ctx: MutationCtx,
  user: Doc<"users">,
  typed: string,
): Promise<Infer<typeof ticketClaim>> {
  const codeHash = await hashTicket(typed);
  const own = await ticketOf(ctx, user._id);
  if (own !== null) return { kind: own.codeHash === codeHash ? "claimed" : "hasOther" };
  if ((await ticketRulesOf(ctx)).codes === "off") fail("FORBIDDEN", ticketSentences.off);
  const found = await freeTicket(ctx, user.email, codeHash);
  if ("kind" in found) return found;
  await assignTicket(ctx, found, user._id);
  return { kind: "claimed" };
}

/**
 * Checks the code of a sign-up, after the address is proven and before the account is made. `codeHash`: null without a code. If codes are
 * not required, a code is ignored.
 */
export async function checkTicketAtSignUp(
  ctx: MutationCtx,
  email: string,
  codeHash: string | null,
): Promise<Infer<typeof signUpTicket>> {
  const { codes } = await ticketRulesOf(ctx);
  const own = await ticketOfAddress(ctx, email);
  if (codes === "off" || own !== null) return { kind: "right" };
  if (codeHash === null) return { kind: codes === "required" ? "needed" : "right" };
  const found = await freeTicket(ctx, email, codeHash);
  return "kind" in found ? found : { kind: "right" };
}

/** True if a sign-up may proceed: its ticket is still free. Another person may have claimed it since the check. */
export async function mayUseTicket(ctx: MutationCtx, email: string, codeHash: string | null): Promise<boolean> {
  const { codes } = await ticketRulesOf(ctx);
  if (codes === "off" || (await ticketOfAddress(ctx, email)) !== null) return true;
  if (codeHash === null) return codes !== "required";
  return isFree(await ticketByHash(ctx, codeHash));
}

/** Gives the ticket of a sign-up to the new or reopened account. */
export async function claimAtSignUp(ctx: MutationCtx, email: string, codeHash: string | null): Promise<void> {
  if (codeHash === null || (await ticketRulesOf(ctx)).codes === "off") return;
  const found = await findAccount(ctx, "password", email);
  if (found === null) return;
  const ticket = await ticketByHash(ctx, codeHash);
  const hasTicket = (await ticketOf(ctx, found.user._id)) !== null;
  if (!hasTicket && isFree(ticket)) await assignTicket(ctx, ticket, found.user._id);
}

/** Releases a ticket, as if nobody had used it. The trail records it. */
export async function releaseTicket(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  ticket: Ticket,
  reason?: string,
): Promise<void> {
  const { _id, userId, arrivedAt } = ticket;
  const cleared = { userId: undefined, claimedAt: undefined, arrivedAt: undefined, arrivedBy: undefined };
  // Keeps the check's key: the same check sent again gets the same result and marks nothing.
  await ctx.db.patch("tickets", _id, { ...cleared, spent: undefined, hadOwner: undefined, releasedAt: Date.now() });
  await countTickets(ctx, { claimed: userId ? -1 : 0, arrived: arrivedAt === undefined ? 0 : -1 });
  const name = userId && (await profileOf(ctx, userId))?.name;
  await recordRuling(ctx, organiser, "ticketReleased", { about: userId, name, reason });
  if (userId) await setAtFestival(ctx, userId);
}

/** Frees the ticket of a deleted account. One checked at the door stays used, since it let a person in. */
export async function disownTicket(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const ticket = await ticketOf(ctx, userId);
  if (ticket === null) return;
  const outcome = ticket.arrivedAt === undefined ? { hadOwner: true as const } : { spent: true as const };
  await ctx.db.patch("tickets", ticket._id, { userId: undefined, claimedAt: undefined, ...outcome });
  await countTickets(ctx, { claimed: -1 });
}

type Refusal = Exclude<Infer<typeof signUpTicket>, { kind: "right" | "needed" | "refused" }> | { kind: "refused" };

/**
 * Returns the free ticket of a code, or why there is none. Tries count per address, so they outlive an account. After an address's first
 * try, wrong ones also count against an overall budget, which never delays a first try. Guessers use up that budget for each other, and a
 * person with a correct code still gets in.
 */
async function freeTicket(ctx: MutationCtx, email: string, codeHash: string): Promise<Ticket | Refusal> {
  const address = await hashAddress(email);
  const isFirst = !(await hasSpent(ctx, "ticketGuess", address));
  const own = await spend(ctx, "ticketGuess", address);
  const wait = own ?? (isFirst ? null : await peekOverall(ctx, "ticketGuess"));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  const ticket = await ticketByHash(ctx, codeHash);
  if (isFree(ticket)) return ticket;
  if (!isFirst) await spendOverall(ctx, "ticketGuess");
  return { kind: "refused" };
}

function isFree(ticket: Ticket | null): ticket is Ticket {
  return ticket !== null && ticket.userId === undefined && !ticket.spent;
}

async function assignTicket(ctx: MutationCtx, { _id }: Ticket, userId: Id<"users">): Promise<void> {
  await ctx.db.patch("tickets", _id, { userId, claimedAt: Date.now() });
  await countTickets(ctx, { claimed: 1 });
  await setAtFestival(ctx, userId);
}

async function ticketOfAddress(ctx: QueryCtx, email: string): Promise<Ticket | null> {
  const found = await findAccount(ctx, "password", email);
  return found && (await ticketOf(ctx, found.user._id));
}
