/**
 * The order in which visible members are dealt. An audience is a kind of viewer, `<gender>:<interest>`. A member has one position in each
 * audience that fits both ways, so dealing never searches for people who fit. For ages see `deck/ages.ts`. The entries of one audience and
 * one tier are a partition. A new entry gets a provisional position behind all others, until a job assigns the next whole number
 * (`deck/numbering.ts`). Either way it is ahead of every viewer's cursor.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { genders } from "../../shared/options";
import type { tier } from "../../validators/common";
import { agesOf, hasAge } from "./ages";

export type Tier = Infer<typeof tier>;
/** Part of a partition: positions `from` (inclusive) to `to` (exclusive). */
export type Range = { tier: Tier; from: number; to: number };

export const tiers: readonly Tier[] = ["vip", "gold", "other"];
/** Greater than any position. */
export const END = Number.MAX_SAFE_INTEGER;
/** Provisional positions start here. No cursor reaches them. */
export const PROVISIONAL = 2 ** 52;

type Preferences = Pick<Doc<"profiles">, "gender" | "interestedIn">;

/** Returns the audience a viewer belongs to. It decides who is dealt to them. */
export function audienceOf({ gender, interestedIn }: Preferences): string {
  return `${gender}:${interestedIn}`;
}

/** Returns the audiences a member is dealt to: two, or four if they are interested in everyone. */
export function audiencesOf({ gender, interestedIn }: Preferences): string[] {
  const viewers = genders.filter((viewer) => interestedIn === "everyone" || interestedIn === viewer);
  return viewers.flatMap((viewer) => [`${viewer}:${gender}`, `${viewer}:everyone`]);
}

/** Returns a member's entry for a viewer. Null if the member is not visible, or the two do not fit by gender, interest or age. */
export async function entryFor(
  ctx: QueryCtx,
  me: Doc<"profiles">,
  userId: Id<"users">,
): Promise<Doc<"deckEntries"> | null> {
  // Any entry will do: a member's entries for viewers of different ages differ only in that age.
  const entry = await ctx.db
    .query("deckEntries")
    .withIndex("by_userId_and_audience", (q) => q.eq("userId", userId).eq("audience", audienceOf(me)))
    .first();
  return entry !== null && hasAge(agesOf(me), entry.age) && hasAge(agesOf(entry), me.age) ? entry : null;
}

/** Returns a member's entries: for each audience, at most one per viewer age. */
export async function entriesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"deckEntries">[]> {
  const entries = ctx.db.query("deckEntries").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
  return await entries.take(2 * genders.length * (limits.ageMax - limits.ageMin + 1));
}

/** Returns the positions of an audience's next entries. */
export async function nextPositions(ctx: QueryCtx, audience: string): Promise<Record<Tier, number>> {
  return (await audienceRow(ctx, audience))?.nextPosition ?? { vip: 0, gold: 0, other: 0 };
}

/** Takes the next free position of a partition. Only the job calls it: a single writer causes no conflicts. */
export async function takePosition(ctx: MutationCtx, audience: string, tier: Tier): Promise<number> {
  const { _id, nextPosition } = await ensureAudience(ctx, audience);
  await ctx.db.patch("audiences", _id, { nextPosition: { ...nextPosition, [tier]: nextPosition[tier] + 1 } });
  return nextPosition[tier];
}

/** Returns a position behind all others, in order of arrival. */
export function provisionalPosition(): number {
  return PROVISIONAL + Date.now();
}

/** Takes the next viewer number of an audience. Like `takePosition`, for the job only. */
export async function takeViewerNumber(ctx: MutationCtx, audience: string): Promise<number> {
  const { _id, viewers } = await ensureAudience(ctx, audience);
  await ctx.db.patch("audiences", _id, { viewers: viewers + 1 });
  return viewers;
}

async function ensureAudience(ctx: MutationCtx, audience: string) {
  const row = await audienceRow(ctx, audience);
  if (row !== null) return row;
  const fresh = { audience, nextPosition: { vip: 0, gold: 0, other: 0 }, viewers: 0 };
  return { _id: await ctx.db.insert("audiences", fresh), ...fresh };
}

async function audienceRow(ctx: QueryCtx, audience: string) {
  return await getOneFrom(ctx.db, "audiences", "by_audience", audience);
}
