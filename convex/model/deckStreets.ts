/**
 * The streets along which visible members stand, one for each audience and lane. An audience is a kind of viewer,
 * `<gender>:<interest>`; a member has a place in each that fits both ways, so dealing never has to look for who fits.
 * A place is the next whole number of its street: whoever is new in it stands at the far end, ahead of every walk.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { genders } from "../shared/options";
import type { lane } from "../validators";

export type Lane = Infer<typeof lane>;
export type Way = { lane: Lane; from: number; to: number };

export const lanes: readonly Lane[] = ["vip", "gold", "other"];
/** Beyond the far end of every street. */
export const END = Number.MAX_SAFE_INTEGER;

type Fit = Pick<Doc<"profiles">, "gender" | "interestedIn">;

/** Which decks somebody is dealt. */
export function audienceOf({ gender, interestedIn }: Fit): string {
  return `${gender}:${interestedIn}`;
}

/** In whose decks somebody stands: two, or four for who looks for everyone. */
export function audiencesOf({ gender, interestedIn }: Fit): string[] {
  const viewers = genders.filter((viewer) => interestedIn === "everyone" || interestedIn === viewer);
  return viewers.flatMap((viewer) => [`${viewer}:${gender}`, `${viewer}:everyone`]);
}

/** Somebody's place in the decks of an audience: there while they are visible and fit it both ways. */
export async function placeIn(ctx: QueryCtx, audience: string, userId: Id<"users">): Promise<Doc<"places"> | null> {
  return await ctx.db
    .query("places")
    .withIndex("by_userId_and_audience", (q) => q.eq("userId", userId).eq("audience", audience))
    .unique();
}

/** All places of somebody, at most one for each audience that they can fit. */
export async function placesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"places">[]> {
  const own = ctx.db.query("places").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
  return await own.take(2 * genders.length);
}

/** The next people of a street, in order. */
export async function placesBetween(ctx: QueryCtx, audience: string, { lane, from, to }: Way, most: number) {
  const street = ctx.db
    .query("places")
    .withIndex("by_audience_and_lane_and_place", (q) =>
      q.eq("audience", audience).eq("lane", lane).gte("place", from).lt("place", to),
    );
  return await street.take(most);
}

/** How far the streets of an audience reach. */
export async function lengthsOf(ctx: QueryCtx, audience: string): Promise<Record<Lane, number>> {
  return (await streetsOf(ctx, audience))?.next ?? { vip: 0, gold: 0, other: 0 };
}

/** Hands out the far end of a street. */
export async function newPlace(ctx: MutationCtx, audience: string, lane: Lane): Promise<number> {
  const { _id, next } = await laidStreets(ctx, audience);
  await ctx.db.patch("streets", _id, { next: { ...next, [lane]: next[lane] + 1 } });
  return next[lane];
}

/** Hands out the next number among the viewers of an audience. */
export async function newViewer(ctx: MutationCtx, audience: string): Promise<number> {
  const { _id, viewers } = await laidStreets(ctx, audience);
  await ctx.db.patch("streets", _id, { viewers: viewers + 1 });
  return viewers;
}

/** How far a group of viewers has come; null while none of them has set out. */
export async function startsOf(ctx: QueryCtx, audience: string, group: number): Promise<Doc<"starts"> | null> {
  return await ctx.db
    .query("starts")
    .withIndex("by_audience_and_group", (q) => q.eq("audience", audience).eq("group", group))
    .unique();
}

async function laidStreets(ctx: MutationCtx, audience: string) {
  const streets = await streetsOf(ctx, audience);
  if (streets !== null) return streets;
  const fresh = { audience, next: { vip: 0, gold: 0, other: 0 }, viewers: 0 };
  return { _id: await ctx.db.insert("streets", fresh), ...fresh };
}

async function streetsOf(ctx: QueryCtx, audience: string) {
  return await ctx.db
    .query("streets")
    .withIndex("by_audience", (q) => q.eq("audience", audience))
    .unique();
}
