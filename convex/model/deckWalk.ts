/**
 * How far a viewer has come. Everybody walks the same streets from a start of their own: first from there to the far
 * end, where newcomers appear, then from zero up to the start. So nobody is passed twice or left out, orders differ, and
 * the starts, spread by the golden ratio, show everybody about equally often. Whoever sets out takes the next start of
 * their group, so that people who never swipe leave no gaps between those who do.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { stretch } from "../validators";
import {
  audienceOf,
  END,
  lanes,
  lengthsOf,
  newViewer,
  placesBetween,
  startsOf,
  type Lane,
  type Way,
} from "./deckStreets";
import { swipeBetween } from "./swipesPair";

type Profile = Doc<"profiles">;
export type Stretch = Infer<typeof stretch>;
type Group = { number: number; starts: Doc<"starts"> | null };
export type Walk = {
  row: Doc<"decks"> | null;
  audience: string;
  dealt: number;
  cursors: Record<Lane, Stretch>;
  /** Whom the viewer decided on out of order and has not passed yet; null when that is not known. */
  ahead: Set<Id<"users">> | null;
  /** Until the first swipe: the group whose next start this is. */
  group: Group | null;
};

/** Where a viewer stands. Until their first swipe the start follows the length of the streets. */
export async function walkOf(ctx: QueryCtx, me: Profile): Promise<Walk> {
  const [row, audience] = [await deckOf(ctx, me.userId), audienceOf(me)];
  const dealt = row?.dealt ?? 0;
  const ahead = row?.ahead && row.audience === audience ? new Set(row.ahead) : null;
  if (row?.cursors && row.audience === audience)
    return { row, audience, dealt, cursors: row.cursors, ahead, group: null };
  const number = groupOf(row?.viewer ?? 0);
  const [next, starts] = await Promise.all([lengthsOf(ctx, audience), startsOf(ctx, audience, number)]);
  const at = (lane: Lane) => startOf(turnOf(number, starts?.begun ?? 0), next[lane]);
  const cursors = { vip: at("vip"), gold: at("gold"), other: at("other") };
  return { row, audience, dealt, cursors, ahead, group: { number, starts } };
}

/** Gives a viewer their number in their audience; again when the audience changes. True when this is their first walk. */
export async function openWalk(ctx: MutationCtx, me: Profile): Promise<boolean> {
  const [row, audience] = [await deckOf(ctx, me.userId), audienceOf(me)];
  if (row?.audience === audience) return false;
  const viewer = await newViewer(ctx, audience);
  if (row) await ctx.db.patch("decks", row._id, { audience, viewer, cursors: undefined, ahead: undefined });
  else await ctx.db.insert("decks", { userId: me.userId, audience, viewer, dealt: 0, ahead: [] });
  return row === null;
}

/**
 * Whether a viewer is done with somebody who stands ahead. Decided people are behind the cursors, or remembered as out of
 * order, or stand ahead again because they moved after the viewer set out: only then the pair is looked at.
 */
export async function isDone(ctx: QueryCtx, me: Profile, walk: Walk, ahead: Doc<"places">): Promise<boolean> {
  const { userId, lane, place, moved } = ahead;
  if (userId === me.userId || walk.ahead?.has(userId)) return true;
  if (walk.ahead && !(moved && place >= walk.cursors[lane].end)) return false;
  return (await swipeBetween(ctx, me.userId, userId)) !== null;
}

/** Remembers that `from` is done with `to`, who may stand anywhere in their decks. For decisions made elsewhere. */
export async function noteDone(ctx: MutationCtx, from: Id<"users">, to: Id<"users">): Promise<void> {
  const row = await deckOf(ctx, from);
  if (row?.ahead) await ctx.db.patch("decks", row._id, { ahead: remembered(new Set(row.ahead).add(to)) });
}

/** Forgets somebody who is no more, whom `from` was done with. */
export async function forgetDone(ctx: MutationCtx, from: Id<"users">, gone: Id<"users">): Promise<void> {
  const row = await deckOf(ctx, from);
  if (!row?.ahead?.includes(gone)) return;
  await ctx.db.patch("decks", row._id, { ahead: row.ahead.filter((userId) => userId !== gone) });
}

/** After a swipe: one more place of the round is done, and the walk moves on where the way up to that person is clear. */
export async function stepOn(ctx: MutationCtx, me: Profile, walk: Walk, swiped: Doc<"places">): Promise<void> {
  const { lane, place } = swiped;
  const at = walk.cursors[lane];
  const side = place >= at.start ? "upper" : "lower";
  const way = { lane, from: at[side], to: place };
  const reached = way.from >= place ? place : await passDecided(ctx, me, walk, way, STEPS);
  const cursor = Math.max(way.from, reached === place ? place + 1 : reached);
  if (cursor <= place) walk.ahead?.add(swiped.userId);
  const cursors = { ...walk.cursors, [lane]: { ...at, [side]: cursor } };
  await save(ctx, me, { ...walk, dealt: walk.dealt + 1, cursors });
}

/** Moves past the decided people at the front of each street, many at once, for a viewer stuck behind them. */
export async function advance(ctx: MutationCtx, me: Profile): Promise<void> {
  const walk = await walkOf(ctx, me);
  const cursors = { ...walk.cursors };
  for (const lane of lanes) {
    const at = cursors[lane];
    const upper = await passDecided(ctx, me, walk, { lane, from: at.upper, to: END }, LEAP);
    const lower = await passDecided(ctx, me, walk, { lane, from: at.lower, to: at.start }, LEAP);
    cursors[lane] = { ...at, upper, lower };
  }
  await save(ctx, me, { ...walk, cursors });
}

/** How many people a swipe may pass: one is looked at alone, for out of order they are undecided as a rule. */
const STEPS = [1, 4];
/** How many one call of `advance` may pass in each stretch. */
const LEAP = [200];
/** How many decisions out of order are remembered before each pair is looked at instead. */
const AHEAD_MOST = 100;
const GOLDEN = 0.6180339887498949;
/**
 * Of 1,024 viewers in a row every 64th is in the same group, so a group has sixteen. Fewer would leave more gaps; more
 * would write the same row more often, and deal more people the same first deck until one of them swipes.
 */
const [GROUPS, GROUP_SIZE] = [64, 16];

/** The place of the first undecided person on the way; or its end; or as far as the batches reach. */
async function passDecided(ctx: QueryCtx, me: Profile, walk: Walk, { lane, from, to }: Way, batches: number[]) {
  let cursor = from;
  for (const most of batches) {
    const ahead = await placesBetween(ctx, walk.audience, { lane, from: cursor, to }, most);
    for (const next of ahead) {
      if (!(await isDone(ctx, me, walk, next))) return next.place;
      cursor = next.place + 1;
      walk.ahead?.delete(next.userId);
    }
    if (ahead.length < most) return to === END ? cursor : to;
  }
  return cursor;
}

function groupOf(viewer: number): number {
  return Math.floor(viewer / (GROUPS * GROUP_SIZE)) * GROUPS + (viewer % GROUPS);
}

/** The turns of all groups together are the whole numbers, each once. */
function turnOf(group: number, begun: number): number {
  return (Math.floor(group / GROUPS) * GROUP_SIZE + begun) * GROUPS + (group % GROUPS);
}

function startOf(turn: number, next: number): Stretch {
  const start = Math.floor(((turn * GOLDEN) % 1) * next);
  return { start, end: next, upper: start, lower: 0 };
}

async function save(ctx: MutationCtx, me: Profile, { row, audience, dealt, cursors, ahead, group }: Walk) {
  if (group !== null) await setOut(ctx, audience, group);
  const now = { audience, dealt, cursors, ahead: ahead ? remembered(ahead) : undefined };
  if (row) await ctx.db.patch("decks", row._id, now);
  else await ctx.db.insert("decks", { ...now, userId: me.userId, viewer: 0 });
}

async function setOut(ctx: MutationCtx, audience: string, { number, starts }: Group): Promise<void> {
  if (starts === null) await ctx.db.insert("starts", { audience, group: number, begun: 1 });
  else await ctx.db.patch("starts", starts._id, { begun: starts.begun + 1 });
}

function remembered(ahead: Set<Id<"users">>): Id<"users">[] | undefined {
  return ahead.size > AHEAD_MOST ? undefined : [...ahead];
}

async function deckOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("decks")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
