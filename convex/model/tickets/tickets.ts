/**
 * Tickets: whose each is, and who is at the festival. A code is stored as a keyed hash. A claimed ticket is its user's alone,
 * and a user has one.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashTicket } from "../auth/secrets";
import { refreshEntries } from "../deck/deck";
import { patchProfile, profileOf } from "../rows/profiles";
import { countTickets } from "./counts";
import { isMarkedAddress } from "../festival/ticketRules";

/** The ticket of a code as somebody typed or scanned it; null: there is none. */
export async function ticketByCode(ctx: QueryCtx, code: string): Promise<Doc<"tickets"> | null> {
  return await ticketByHash(ctx, await hashTicket(code));
}

/** The ticket of a stored code; null: there is none. */
export async function ticketByHash(ctx: QueryCtx, codeHash: string): Promise<Doc<"tickets"> | null> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_codeHash", (q) => q.eq("codeHash", codeHash))
    .unique();
}

/** The ticket that somebody claimed; null: none. */
export async function ticketOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"tickets"> | null> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_userId_and_arrivedAt", (q) => q.eq("userId", userId))
    .first();
}

/**
 * Notes that somebody came with a ticket, claimed or not, once: the first time (ms) counts. `by`: who of the staff checked it;
 * `at`: when, which a phone without a network tells later. `key`: of the check.
 */
export async function markArrived(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  by: Id<"users">,
  at: number,
  key?: string,
): Promise<"arrived" | "arrivedBefore"> {
  if (ticket.arrivedAt !== undefined) return "arrivedBefore";
  await ctx.db.patch("tickets", ticket._id, { arrivedAt: at, arrivedBy: by, arrivedKey: key });
  await countTickets(ctx, { arrived: 1 });
  if (ticket.userId) await setAtFestival(ctx, ticket.userId);
  return "arrived";
}

/** Whether somebody is at the festival: they claimed a ticket, arrived or not yet, or their address is of a domain that counts. */
export async function isAtFestival(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  if ((await ticketOf(ctx, userId)) !== null) return true;
  const user = await ctx.db.get("users", userId);
  return user !== null && (await isMarkedAddress(ctx, user.email));
}

/**
 * Writes `atFestival` of somebody's profile, by `isAtFestival`. The one function that writes it: everything that changes the
 * answer calls it, and what is shown of it to others is brought up to date from here. Without a profile it does nothing; a
 * first profile calls it.
 */
export async function setAtFestival(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const profile = await profileOf(ctx, userId);
  if (profile === null) return;
  const atFestival = (await isAtFestival(ctx, userId)) || undefined;
  if (profile.atFestival !== atFestival) await refreshEntries(ctx, await patchProfile(ctx, profile, { atFestival }));
}
