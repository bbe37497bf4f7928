/** The audit trail of moderators' decisions. It holds no private data: moderators appear by the part of their address before the @. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { ruled, ruling, staffAct } from "../../validators/moderator";
import { recordIncident } from "../incidents";
import { countDecision } from "../numbers/decisionCounts";
import { fail } from "../../shared/errors";
import { cleanText, countCharacters } from "../../shared/text";

/** The person a decision is about, their name then, and its reason. Absent: the account is deleted. */
type Details = { about?: Id<"users"> | undefined; name?: string | undefined; reason?: string | undefined };

/** Records a decision, in its transaction. */
export async function recordRuling(
  ctx: MutationCtx,
  moderator: Pick<Doc<"users">, "_id">,
  what: Infer<typeof ruling>,
  { about, name, reason }: Details = {},
): Promise<void> {
  await recordIncident(ctx, what, { by: moderator._id, ...(about && { about }) });
  await countDecision(ctx, moderator._id, what);
  await ctx.db.insert("rulings", {
    moderator: moderator._id,
    ruling: what,
    ...(about && { about }),
    ...(name && { name }),
    ...(reason && { reason }),
  });
}

/**
 * Records an organiser's act on a member of staff, who is named like moderators. Only the log of incidents has their id, because the
 * account may be gone.
 */
export async function recordStaffAct(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  what: Infer<typeof staffAct>,
  { name, about }: { name: string; about?: Id<"users"> },
): Promise<void> {
  await recordIncident(ctx, what, { by: organiser._id, ...(about && { about }) });
  await ctx.db.insert("rulings", { moderator: organiser._id, ruling: what, name: shortName(name) });
}

export async function listTrail(ctx: QueryCtx): Promise<Infer<typeof ruled>[]> {
  const rulings = await ctx.db.query("rulings").order("desc").take(TRAIL);
  return await Promise.all(
    rulings.map(async ({ _id, _creationTime: at, moderator, ruling: what, name = "" }) => {
      return { _id, at, moderator: nameOf(await ctx.db.get("users", moderator)), ruling: what, name };
    }),
  );
}

/** Returns a typed reason, cleaned. Throws if it is longer than `max` characters. */
export function cleanReason(typed: string, max: number): string {
  const reason = cleanText(typed);
  if (countCharacters(reason) > max) fail("BAD_INPUT", `The reason must be at most ${max} characters`);
  return reason;
}

/** Returns the name by which moderators see each other. */
export function nameOf(moderator: Doc<"users"> | null): string {
  return moderator === null ? "a former moderator" : shortName(moderator.email);
}

function shortName(address: string): string {
  return address.split("@")[0] ?? "";
}

const TRAIL = 50;
