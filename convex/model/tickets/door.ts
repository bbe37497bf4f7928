/**
 * The door check. A ticket's earliest check counts, by the time the phone made it: an offline phone reports later. A check made before the
 * ticket changed hands marks nothing. The results are read at a door, so they name nobody.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import type { doorAnswer, doorCheck, doorView } from "../../validators/tickets";
import type { Staff } from "../staff/staff";
import { peek, spend } from "../throttle/limits";
import { markArrived, ticketByCode, ticketCountsOf } from "./tickets";

type Check = Infer<typeof doorCheck>;
type Answer = Infer<typeof doorAnswer>;
type Ticket = Doc<"tickets">;

/** Checks a ticket at the door, and marks its arrival. Repeating the same key gets the same result and counts once. */
export async function checkTicket(ctx: MutationCtx, staff: Staff, check: Check): Promise<Answer> {
  const age = ageOf(check, Date.now());
  if (check.key.length > MAX_KEY || !/^\P{Surrogate}+$/u.test(check.key) || Number.isNaN(age))
    fail("BAD_INPUT", "This is not a ticket check.");
  const wait = (await peek(ctx, "doorUnknown", staff._id)) ?? (await spend(ctx, "doorCheck", staff._id));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  const ticket = check.code.length > MAX_CODE ? null : await ticketByCode(ctx, check.code);
  if (ticket === null) {
    await spend(ctx, "doorUnknown", staff._id);
    return { kind: "unknown" };
  }
  const since = ownedSince(ticket);
  if (madeAt(check, Date.now()) < since) {
    return ticket.arrivedKey === check.key ? { kind: "welcome" } : { kind: "released", at: since };
  }
  return await arrive(ctx, ticket, { key: check.key, by: staff._id, at: Date.now() - age, age });
}

/** Returns the other figures on the door screen: how many people have come, and the latest tickets that came in twice. */
export async function doorViewOf(ctx: QueryCtx): Promise<Infer<typeof doorView>> {
  const { uploaded, arrived } = await ticketCountsOf(ctx);
  const latest = await ctx.db.query("ticketDoubles").order("desc").take(MAX_DOUBLES);
  return { uploaded, arrived, doubles: latest.map(({ key, at, firstAt }) => ({ key, at, firstAt })) };
}

/** Returns when (ms) the ticket became its current owner's. That is its release, or the claim after its owner was deleted. */
function ownedSince({ releasedAt = 0, hadOwner, claimedAt = 0 }: Ticket): number {
  return Math.max(releasedAt, hadOwner ? claimedAt : 0);
}

type Arrival = { key: string; by: Staff["_id"]; at: number; age: number };

async function arrive(ctx: MutationCtx, ticket: Ticket, arrival: Arrival): Promise<Answer> {
  const { arrivedAt, arrivedBy, arrivedKey } = ticket;
  const { key, by, at, age } = arrival;
  if (arrivedAt === undefined) {
    await markArrived(ctx, ticket, by, at, key);
    return { kind: "welcome" };
  }
  if (arrivedKey === key) return { kind: "welcome" };
  // If the person was still waiting for the result, they were not let in.
  const wasLetIn = age > limits.doorWaitMs;
  if (!wasLetIn) return { kind: "already", at: arrivedAt };
  if (at < arrivedAt) {
    if (arrivedKey && arrivedBy) {
      await recordDouble(ctx, { key: arrivedKey, at: arrivedAt, by: arrivedBy, firstAt: at });
    }
    await ctx.db.patch("tickets", ticket._id, { arrivedAt: at, arrivedBy: by, arrivedKey: key });
    return { kind: "welcome" };
  }
  await recordDouble(ctx, { key, at, by, firstAt: arrivedAt });
  return { kind: "already", at: arrivedAt };
}

async function recordDouble(ctx: MutationCtx, double: Pick<Doc<"ticketDoubles">, "key" | "at" | "by" | "firstAt">) {
  const known = await ctx.db
    .query("ticketDoubles")
    .withIndex("by_key", (q) => q.eq("key", double.key))
    .first();
  if (known === null) await ctx.db.insert("ticketDoubles", double);
}

/**
 * Returns when a check was made, in ms. Uses only how long ago that was by the phone's clock, so a wrong clock does no harm. Never in the
 * future. Without `sentAt`, the phone's clock must be right.
 */
function madeAt({ at, sentAt }: Check, now: number): number {
  return now - Math.max((sentAt ?? now) - at, 0);
}

/** Returns a check's age (ms), limited to the last hours. */
function ageOf(check: Check, now: number): number {
  return Math.min(now - madeAt(check, now), limits.doorAgeMaxMs);
}

const MAX_KEY = 64;
const MAX_CODE = 200;
const MAX_DOUBLES = 20;
