/**
 * Tickets: who owns each, and who is at the festival. A code is stored as a keyed hash. A claimed ticket has one user, and a user has one
 * ticket.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashTicket } from "../auth/secrets";
import { refreshEntries } from "../deck/deck";
import { patchProfile, profileOf } from "../rows/profiles";
import { isMarkedAddress } from "../festival/ticketRules";
import type { ticketCounts } from "../../validators/tickets";

type TicketCounts = Infer<typeof ticketCounts>;

export async function ticketByCode(ctx: QueryCtx, code: string): Promise<Doc<"tickets"> | null> {
  return await ticketByHash(ctx, await hashTicket(code));
}

export async function ticketByHash(ctx: QueryCtx, codeHash: string): Promise<Doc<"tickets"> | null> {
  return await getOneFrom(ctx.db, "tickets", "by_codeHash", codeHash);
}

export async function ticketOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"tickets"> | null> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_userId_and_arrivedAt", (q) => q.eq("userId", userId))
    .first();
}

/**
 * Records that a ticket arrived, claimed or not. Only the first time (ms) counts. `by`: who checked it. `at`: when, which an offline phone
 * reports later. `key`: the key of the check.
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

/** True if a user is at the festival: they have a ticket, arrived or not, or their address's domain counts. */
export async function isAtFestival(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  if ((await ticketOf(ctx, userId)) !== null) return true;
  const user = await ctx.db.get("users", userId);
  return user !== null && (await isMarkedAddress(ctx, user.email));
}

/**
 * Writes a profile's `atFestival` by `isAtFestival`, and updates the member's cards. No other function writes it. Call it after every
 * change of the result, and for a first profile. Does nothing without a profile.
 */
export async function setAtFestival(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const profile = await profileOf(ctx, userId);
  if (profile === null) return;
  const atFestival = (await isAtFestival(ctx, userId)) || undefined;
  if (profile.atFestival !== atFestival) await refreshEntries(ctx, await patchProfile(ctx, profile, { atFestival }));
}

/** Adds to the counts in one of the shards, so that simultaneous claims do not conflict. */
export async function countTickets(ctx: MutationCtx, change: Partial<TicketCounts>): Promise<void> {
  const shard = Math.floor(Math.random() * SHARDS);
  const row = await getOneFrom(ctx.db, "ticketCounts", "by_shard", shard);
  const counts = sumOf(row ?? noTickets, change);
  if (row === null) await ctx.db.insert("ticketCounts", { shard, ...counts });
  else await ctx.db.patch("ticketCounts", row._id, counts);
}

export async function ticketCountsOf(ctx: QueryCtx): Promise<TicketCounts> {
  return (await ctx.db.query("ticketCounts").take(SHARDS)).reduce(sumOf, noTickets);
}

const SHARDS = 16;
const noTickets: TicketCounts = { uploaded: 0, claimed: 0, arrived: 0 };

function sumOf(a: TicketCounts, b: Partial<TicketCounts>): TicketCounts {
  return {
    uploaded: a.uploaded + (b.uploaded ?? 0),
    claimed: a.claimed + (b.claimed ?? 0),
    arrived: a.arrived + (b.arrived ?? 0),
  };
}
