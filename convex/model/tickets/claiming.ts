/**
 * Claiming a ticket by its code. A wrong code and one that is somebody else's get the same answer, so that nobody finds out which
 * codes there are. Whoever has a ticket is not told anything about another code.
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
import { setAtFestival, ticketByHash, ticketOf } from "./tickets";
import { countTickets } from "./counts";
import { isMarkedAddress, rulesOf } from "../festival/ticketRules";

type Ticket = Doc<"tickets">;
type Held = Infer<typeof heldTicket>;

/** What a member sees of their own ticket. */
export async function ownTicketOf(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof ownTicket>> {
  const { codes } = await rulesOf(ctx);
  return {
    asked: codes !== "off",
    ticket: await heldTicketOf(ctx, user._id),
    byAddress: await isMarkedAddress(ctx, user.email),
  };
}

/** Somebody's ticket as they and organisers see it; null: none. */
export async function heldTicketOf(ctx: QueryCtx, userId: Id<"users">): Promise<Held | null> {
  const ticket = await ticketOf(ctx, userId);
  if (ticket === null) return null;
  const { label, arrivedAt, claimedAt = ticket._creationTime } = ticket;
  return { ...(label && { label }), claimedAt, ...(arrivedAt && { arrivedAt }) };
}

/** A user claims the ticket of a code, as they typed it. Their own one again is fine. */
export async function claimTicket(
  ctx: MutationCtx,
  user: Doc<"users">,
  typed: string,
): Promise<Infer<typeof ticketClaim>> {
  const codeHash = await hashTicket(typed);
  const own = await ticketOf(ctx, user._id);
  if (own !== null) return { kind: own.codeHash === codeHash ? "claimed" : "hasOther" };
  if ((await rulesOf(ctx)).codes === "off") fail("FORBIDDEN", ticketSentences.off);
  const found = await freeTicket(ctx, user.email, codeHash);
  if ("kind" in found) return found;
  await giveTicket(ctx, found, user._id);
  return { kind: "claimed" };
}

/**
 * Looks at the code of a sign-up, once the address is proven and before the account is made. `codeHash`: null without a code.
 * Where codes are not asked for, one that is sent along counts for nothing.
 */
export async function checkTicketAtSignUp(
  ctx: MutationCtx,
  email: string,
  codeHash: string | null,
): Promise<Infer<typeof signUpTicket>> {
  const { codes } = await rulesOf(ctx);
  const own = await ticketOfAddress(ctx, email);
  if (codes === "off" || own !== null) return { kind: "right" };
  if (codeHash === null) return { kind: codes === "required" ? "needed" : "right" };
  const found = await freeTicket(ctx, email, codeHash);
  return "kind" in found ? found : { kind: "right" };
}

/** Whether a sign-up may go on: its ticket is still free. Somebody else may have claimed it since it was looked at. */
export async function mayUseTicket(ctx: MutationCtx, email: string, codeHash: string | null): Promise<boolean> {
  const { codes } = await rulesOf(ctx);
  if (codes === "off" || (await ticketOfAddress(ctx, email)) !== null) return true;
  if (codeHash === null) return codes !== "required";
  return isFree(await ticketByHash(ctx, codeHash));
}

/** Gives the ticket of a sign-up to the account that was just made, or was reopened. */
export async function claimAtSignUp(ctx: MutationCtx, email: string, codeHash: string | null): Promise<void> {
  const { codes } = await rulesOf(ctx);
  const found = await findAccount(ctx, "password", email);
  if (codes === "off" || codeHash === null || found === null) return;
  const ticket = await ticketByHash(ctx, codeHash);
  const hasOne = (await ticketOf(ctx, found.user._id)) !== null;
  if (!hasOne && isFree(ticket)) await giveTicket(ctx, ticket, found.user._id);
}

/** Lets somebody else claim a ticket: it is as if nobody had used it. It stands in the trail. */
export async function releaseTicket(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  ticket: Ticket,
  reason?: string,
): Promise<void> {
  const { _id, userId, arrivedAt } = ticket;
  const unused = { userId: undefined, claimedAt: undefined, arrivedAt: undefined, arrivedBy: undefined };
  // The key of the check stays: the same one sent again is answered alike, and marks nothing.
  await ctx.db.patch("tickets", _id, { ...unused, spent: undefined, hadOwner: undefined, releasedAt: Date.now() });
  await countTickets(ctx, { claimed: userId ? -1 : 0, arrived: arrivedAt === undefined ? 0 : -1 });
  const name = userId && (await profileOf(ctx, userId))?.name;
  await recordRuling(ctx, organiser, "ticketReleased", userId, name, reason);
  if (userId) await setAtFestival(ctx, userId);
}

/** Frees the ticket of an account that is deleted. One that was checked at the door is used up: it brought somebody in. */
export async function leaveTicket(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const ticket = await ticketOf(ctx, userId);
  if (ticket === null) return;
  const left = ticket.arrivedAt === undefined ? { hadOwner: true as const } : { spent: true as const };
  await ctx.db.patch("tickets", ticket._id, { userId: undefined, claimedAt: undefined, ...left });
  await countTickets(ctx, { claimed: -1 });
}

type Refusal = Exclude<Infer<typeof signUpTicket>, { kind: "right" | "needed" | "refused" }> | { kind: "refused" };

/**
 * The free ticket of a code, or why there is none. Tries count by the address, and so also over a deletion of the account. Wrong ones
 * after an address's first try count on a budget of everybody together, too, and it slows nobody's first try: so those who guess use
 * it up for one another, and whoever comes with a right code gets in.
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

async function giveTicket(ctx: MutationCtx, { _id }: Ticket, userId: Id<"users">): Promise<void> {
  await ctx.db.patch("tickets", _id, { userId, claimedAt: Date.now() });
  await countTickets(ctx, { claimed: 1 });
  await setAtFestival(ctx, userId);
}

async function ticketOfAddress(ctx: QueryCtx, email: string): Promise<Ticket | null> {
  const found = await findAccount(ctx, "password", email);
  return found && (await ticketOf(ctx, found.user._id));
}
