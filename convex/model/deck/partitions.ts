/**
 * The order in which visible members are dealt. An audience is a kind of viewer, `<gender>:<interest>`; a member has one
 * position in each audience that they fit both ways, so dealing never searches for people who fit; for ages see `deckAges`.
 * The entries of one audience and one tier are a partition. A new entry has a provisional position, behind all others, until a job gives it the next
 * whole number of its partition (`deck/numbering.ts`). Either way it is ahead of every viewer's cursor.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { genders } from "../../shared/options";
import type { tier } from "../../validators/common";
import { agesOf, hasAge } from "./ages";

export type Tier = Infer<typeof tier>;
/** Part of a partition: the positions `from` up to, not including, `to`. */
export type Range = { tier: Tier; from: number; to: number };

export const tiers: readonly Tier[] = ["vip", "gold", "other"];
/** Greater than every position. */
export const END = Number.MAX_SAFE_INTEGER;
/** From here on positions are provisional, and no cursor goes. */
export const PROVISIONAL = 2 ** 52;

type Preferences = Pick<Doc<"profiles">, "gender" | "interestedIn">;

/** The audience that a viewer belongs to: it decides who is dealt to them. */
export function audienceOf({ gender, interestedIn }: Preferences): string {
  return `${gender}:${interestedIn}`;
}

/** The audiences that a member is dealt to: two, or four for a member who is interested in everyone. */
export function audiencesOf({ gender, interestedIn }: Preferences): string[] {
  const viewers = genders.filter((viewer) => interestedIn === "everyone" || interestedIn === viewer);
  return viewers.flatMap((viewer) => [`${viewer}:${gender}`, `${viewer}:everyone`]);
}

/** A member's entry for a viewer; null: the member is not visible, or the two do not fit, in gender, interest or age. */
export async function entryFor(
  ctx: QueryCtx,
  me: Doc<"profiles">,
  userId: Id<"users">,
): Promise<Doc<"deckEntries"> | null> {
  // Those for viewers of different ages are alike.
  const entry = await ctx.db
    .query("deckEntries")
    .withIndex("by_userId_and_audience", (q) => q.eq("userId", userId).eq("audience", audienceOf(me)))
    .first();
  return entry !== null && hasAge(agesOf(me), entry.age) && hasAge(agesOf(entry), me.age) ? entry : null;
}

/** All entries of a member, in each audience that they can fit one for each age of its viewers at most. */
export async function entriesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"deckEntries">[]> {
  const own = ctx.db.query("deckEntries").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
  return await own.take(2 * genders.length * (limits.ageMax - limits.ageMin + 1));
}

/** The positions that the next entries of an audience will get. */
export async function nextPositions(ctx: QueryCtx, audience: string): Promise<Record<Tier, number>> {
  return (await audienceRow(ctx, audience))?.nextPosition ?? { vip: 0, gold: 0, other: 0 };
}

/** Takes the next free position of a partition. Only the job does that: one writer makes no conflicts. */
export async function takePosition(ctx: MutationCtx, audience: string, tier: Tier): Promise<number> {
  const { _id, nextPosition } = await ensureAudience(ctx, audience);
  await ctx.db.patch("audiences", _id, { nextPosition: { ...nextPosition, [tier]: nextPosition[tier] + 1 } });
  return nextPosition[tier];
}

/** A position behind all others, in the order in which people come. */
export function provisionalPosition(): number {
  return PROVISIONAL + Date.now();
}

/** Takes the next number among the viewers of an audience, as `takePosition` does. */
export async function takeViewerNumber(ctx: MutationCtx, audience: string): Promise<number> {
  const { _id, viewers } = await ensureAudience(ctx, audience);
  await ctx.db.patch("audiences", _id, { viewers: viewers + 1 });
  return viewers;
}

/** How many viewers of a group have started to swipe; null while none has. */
export async function viewerGroup(ctx: QueryCtx, audience: string, group: number): Promise<Doc<"viewerGroups"> | null> {
  return await ctx.db
    .query("viewerGroups")
    .withIndex("by_audience_and_group", (q) => q.eq("audience", audience).eq("group", group))
    .unique();
}

async function ensureAudience(ctx: MutationCtx, audience: string) {
  const row = await audienceRow(ctx, audience);
  if (row !== null) return row;
  const fresh = { audience, nextPosition: { vip: 0, gold: 0, other: 0 }, viewers: 0 };
  return { _id: await ctx.db.insert("audiences", fresh), ...fresh };
}

async function audienceRow(ctx: QueryCtx, audience: string) {
  return await ctx.db
    .query("audiences")
    .withIndex("by_audience", (q) => q.eq("audience", audience))
    .unique();
}
