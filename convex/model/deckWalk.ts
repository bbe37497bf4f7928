/**
 * How far a viewer has come. Everybody walks the same streets from a start of their own: first from there to the far
 * end, where newcomers appear, then from zero up to the start. So nobody is passed twice or left out, orders differ, and
 * the starts, spread by the golden ratio, show everybody about equally often.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { stretch } from "../validators";
import { audienceOf, END, lanes, lengthsOf, newViewer, placesBetween, type Lane, type Way } from "./deckStreets";
import { swipeBetween } from "./swipesPair";

type Profile = Doc<"profiles">;
export type Stretch = Infer<typeof stretch>;
export type Walk = { row: Doc<"decks"> | null; audience: string; dealt: number; cursors: Record<Lane, Stretch> };

/** Where a viewer stands. Until their first swipe the start follows the length of the streets. */
export async function walkOf(ctx: QueryCtx, me: Profile): Promise<Walk> {
  const [row, audience] = [await deckOf(ctx, me), audienceOf(me)];
  const dealt = row?.dealt ?? 0;
  if (row?.cursors && row.audience === audience) return { row, audience, dealt, cursors: row.cursors };
  const next = await lengthsOf(ctx, audience);
  const at = (lane: Lane) => startOf(row?.viewer ?? 0, next[lane]);
  return { row, audience, dealt, cursors: { vip: at("vip"), gold: at("gold"), other: at("other") } };
}

/** Gives a viewer their number in their audience; again when the audience changes. */
export async function openWalk(ctx: MutationCtx, me: Profile): Promise<void> {
  const [row, audience] = [await deckOf(ctx, me), audienceOf(me)];
  if (row?.audience === audience) return;
  const viewer = await newViewer(ctx, audience);
  if (row) await ctx.db.patch("decks", row._id, { audience, viewer, cursors: undefined });
  else await ctx.db.insert("decks", { userId: me.userId, audience, viewer, dealt: 0 });
}

/** After a swipe: one more place of the round is done, and the walk moves on where the way up to that person is clear. */
export async function stepOn(ctx: MutationCtx, me: Profile, walk: Walk, swiped: Doc<"places">): Promise<void> {
  const { lane, place } = swiped;
  const at = walk.cursors[lane];
  const side = place >= at.start ? "upper" : "lower";
  const way = { lane, from: at[side], to: place };
  const reached = way.from >= place ? place : await passDecided(ctx, me, walk, way, STEPS);
  const cursor = Math.max(way.from, reached === place ? place + 1 : reached);
  const cursors = { ...walk.cursors, [lane]: { ...at, [side]: cursor } };
  await save(ctx, me, { ...walk, dealt: walk.dealt + 1, cursors });
}

/** Moves past the decided people at the front of each street, many at once, for a viewer stuck behind them. */
export async function advance(ctx: MutationCtx, me: Profile): Promise<void> {
  const walk = await walkOf(ctx, me);
  const cursors = { ...walk.cursors };
  for (const lane of lanes) {
    const { start, upper, lower } = cursors[lane];
    cursors[lane] = {
      start,
      upper: await passDecided(ctx, me, walk, { lane, from: upper, to: END }, LEAP),
      lower: await passDecided(ctx, me, walk, { lane, from: lower, to: start }, LEAP),
    };
  }
  await save(ctx, me, { ...walk, cursors });
}

/** How many people a swipe may pass: one is looked at alone, for out of order they are undecided as a rule. */
const STEPS = [1, 4];
/** How many one call of `advance` may pass in each stretch. */
const LEAP = [200];
const GOLDEN = 0.6180339887498949;

/** The place of the first undecided person on the way; or its end; or as far as the batches reach. */
async function passDecided(ctx: QueryCtx, me: Profile, walk: Walk, { lane, from, to }: Way, batches: number[]) {
  let cursor = from;
  for (const most of batches) {
    const ahead = await placesBetween(ctx, walk.audience, { lane, from: cursor, to }, most);
    for (const { userId, place } of ahead) {
      if (userId !== me.userId && (await swipeBetween(ctx, me.userId, userId)) === null) return place;
      cursor = place + 1;
    }
    if (ahead.length < most) return to === END ? cursor : to;
  }
  return cursor;
}

function startOf(viewer: number, next: number): Stretch {
  const start = Math.floor(((viewer * GOLDEN) % 1) * next);
  return { start, upper: start, lower: 0 };
}

async function save(ctx: MutationCtx, me: Profile, { row, audience, dealt, cursors }: Walk): Promise<void> {
  if (row) await ctx.db.patch("decks", row._id, { audience, dealt, cursors });
  else await ctx.db.insert("decks", { userId: me.userId, audience, viewer: 0, dealt, cursors });
}

async function deckOf(ctx: QueryCtx, me: Profile) {
  return await ctx.db
    .query("decks")
    .withIndex("by_userId", (q) => q.eq("userId", me.userId))
    .unique();
}
