/** How many tickets exist, were claimed and arrived. Counted as it happens, so nobody reads a hundred thousand rows. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { ticketCounts } from "../../validators/tickets";

export type TicketCounts = Infer<typeof ticketCounts>;

/** Adds to the counts in one of the shards, so that simultaneous claims do not conflict. */
export async function countTickets(ctx: MutationCtx, change: Partial<TicketCounts>): Promise<void> {
  const shard = Math.floor(Math.random() * SHARDS);
  const row = await getOneFrom(ctx.db, "ticketCounts", "by_shard", shard);
  const now = added(row ?? none, change);
  if (row === null) await ctx.db.insert("ticketCounts", { shard, ...now });
  else await ctx.db.patch("ticketCounts", row._id, now);
}

export async function ticketCountsOf(ctx: QueryCtx): Promise<TicketCounts> {
  return (await ctx.db.query("ticketCounts").take(SHARDS)).reduce(added, none);
}

const SHARDS = 16;
const none: TicketCounts = { uploaded: 0, claimed: 0, arrived: 0 };

function added(a: TicketCounts, b: Partial<TicketCounts>): TicketCounts {
  return {
    uploaded: a.uploaded + (b.uploaded ?? 0),
    claimed: a.claimed + (b.claimed ?? 0),
    arrived: a.arrived + (b.arrived ?? 0),
  };
}
