/**
 * A viewer's position in their deck. All viewers of an audience share its partitions, and each has their own start. A viewer goes from the
 * start to the end, where newcomers appear, and from zero up to the start. So nobody is dealt twice or left out, and viewers see people in
 * different orders.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { lastSwipe } from "../../validators/common";
import { audienceOf, PROVISIONAL, tiers, type Range, type Tier } from "./partitions";
import { agesOf, covers } from "./ages";
import { queueForNumber } from "./numbering";
import { DeckReader } from "./reader";
import { startOf, takeStart, type Group, type TierCursor } from "./starts";
import { isUndecided, swipeBetween } from "../rows/pairs";
import { spendOrFail } from "../throttle/limits";

type Profile = Doc<"profiles">;
export type DeckCursor = {
  row: Doc<"decks"> | null;
  audience: string;
  swiped: number;
  tiers: Record<Tier, TierCursor>;
  /** People already decided on who are still ahead of the cursor. Null: too many to remember. */
  decidedAhead: Set<Id<"users">> | null;
  last?: Infer<typeof lastSwipe>;
  quota?: Doc<"decks">["quota"];
  /** See `passLikers`. */
  likersPassed: number | undefined;
  /** The group whose next start this cursor uses. Null after the first swipe, which fixes the start. */
  group: Group | null;
};

/** Returns a viewer's cursor. Until their first swipe, the start follows the length of the partitions. */
export async function cursorOf(ctx: QueryCtx, me: Profile): Promise<DeckCursor> {
  const row = await deckOf(ctx, me.userId);
  const audience = audienceOf(me);
  const { swiped = 0, last, quota, likersPassed } = row ?? {};
  const common = { row, audience, swiped, last, quota, likersPassed };
  const isCurrent = row !== null && isCurrentFor(row, me);
  const decidedAhead = row?.decidedAhead && isCurrent ? new Set(row.decidedAhead) : null;
  if (row?.cursors && isCurrent) return { ...common, tiers: row.cursors, decidedAhead, group: null };
  return { ...common, decidedAhead, ...(await startOf(ctx, audience, me.userId, row?.viewerNumber)) };
}

/**
 * Opens a viewer's deck. Gives the viewer a number in their audience, and a new one when the audience changes. Returns true for their first
 * deck. The deck restarts if audience, age or age range now include people the cursors may have passed. If they only exclude people, the
 * cursors continue.
 */
export async function openDeck(ctx: MutationCtx, me: Profile): Promise<boolean> {
  const row = await deckOf(ctx, me.userId);
  const audience = audienceOf(me);
  const { age, ageRange } = me;
  if (row !== null && isCurrentFor(row, me)) {
    await ctx.db.patch("decks", row._id, { ageRange });
    return false;
  }
  const viewerNumber = row?.audience === audience ? row.viewerNumber : undefined;
  if (viewerNumber === undefined) await queueForNumber(ctx, me.userId);
  const decidedAhead = await decidedBy(ctx, me.userId);
  const fresh = { audience, age, ageRange, viewerNumber, cursors: undefined, decidedAhead, likersPassed: undefined };
  if (row) await ctx.db.patch("decks", row._id, fresh);
  else await ctx.db.insert("decks", { ...fresh, userId: me.userId, swiped: 0 });
  return row === null;
}

/** True while the viewer's audience and ages are no wider than when the cursors were saved. */
function isCurrentFor(row: Doc<"decks">, me: Profile): boolean {
  return row.audience === audienceOf(me) && row.age === me.age && covers(agesOf(row), agesOf(me));
}

/**
 * Returns whether a viewer has decided on the person of an entry ahead of the cursor, and how many documents that took. Such people are in
 * `decidedAhead`, or moved to a new entry after the viewer's first swipe. Only the second case reads the swipe between the two.
 */
export async function decisionOn(
  ctx: QueryCtx,
  me: Profile,
  cursor: DeckCursor,
  entry: Doc<"deckEntries">,
): Promise<{ isDecided: boolean; documents: number }> {
  const { userId } = entry;
  if (!needsSwipe(me, cursor, entry)) {
    return { isDecided: userId === me.userId || cursor.decidedAhead?.has(userId) === true, documents: 0 };
  }
  const swipe = await swipeBetween(ctx, me.userId, userId);
  return { isDecided: !isUndecided(swipe), documents: swipe === null ? 0 : 1 };
}

/** True if `decisionOn` must read the swipe of the pair. */
export function needsSwipe(
  me: Profile,
  { decidedAhead, tiers: cursors }: DeckCursor,
  entry: Doc<"deckEntries">,
): boolean {
  const { userId, tier, position, moved } = entry;
  if (userId === me.userId || decidedAhead?.has(userId)) return false;
  return decidedAhead === null || (moved && position >= cursors[tier].end);
}

/** Records a decision made outside the deck, or a parting that `from` knows of. `to` may be anywhere ahead of the cursor of `from`. */
export async function recordDecided(ctx: MutationCtx, from: Id<"users">, to: Id<"users">): Promise<void> {
  const row = await deckOf(ctx, from);
  if (!row?.decidedAhead) return;
  await ctx.db.patch("decks", row._id, { decidedAhead: toStored(new Set(row.decidedAhead).add(to)) });
}

/**
 * Removes a deleted person from the deck of `from`. A last swipe on them can no longer be undone, because their card could not come back.
 */
export async function removeDecided(ctx: MutationCtx, from: Id<"users">, deleted: Id<"users">): Promise<void> {
  const row = await deckOf(ctx, from);
  if (row?.decidedAhead?.includes(deleted)) {
    const decidedAhead = row.decidedAhead.filter((userId) => userId !== deleted);
    await ctx.db.patch("decks", row._id, { decidedAhead });
  }
  if (row?.last?.to === deleted) await ctx.db.patch("decks", row._id, { last: undefined });
}

/** Returns the cursor after a swipe on the person of `entry`. It moves past them if everybody before them is decided. Writes nothing. */
export async function movedCursor(
  ctx: QueryCtx,
  me: Profile,
  cursor: DeckCursor,
  entry: Doc<"deckEntries">,
): Promise<DeckCursor> {
  const { userId, tier, position } = entry;
  const tierCursor = cursor.tiers[tier];
  const side = position >= tierCursor.start ? "upper" : "lower";
  const range = { tier, from: tierCursor[side], to: Math.min(position, PROVISIONAL) };
  const reached = range.from >= position ? position : await skipDecided(ctx, me, cursor, range, SWIPE_BATCHES);
  const next = Math.max(range.from, reached === position ? position + 1 : reached);
  if (next <= position) cursor.decidedAhead?.add(userId);
  const moved = { ...cursor.tiers, [tier]: { ...tierCursor, [side]: next } };
  return { ...cursor, swiped: cursor.swiped + 1, tiers: moved };
}

/** Moves the cursor past many people already decided on at the front of each range, for a viewer whose deck was truncated. */
export async function advance(ctx: MutationCtx, me: Profile): Promise<void> {
  await spendOrFail(ctx, "advance", me.userId);
  const cursor = await cursorOf(ctx, me);
  const moved = { ...cursor.tiers };
  for (const tier of tiers) {
    const current = moved[tier];
    const upper = await skipDecided(ctx, me, cursor, { tier, from: current.upper, to: PROVISIONAL }, ADVANCE_BATCHES);
    const lower = await skipDecided(ctx, me, cursor, { tier, from: current.lower, to: current.start }, ADVANCE_BATCHES);
    moved[tier] = { ...current, upper, lower };
  }
  await saveCursor(ctx, me, { ...cursor, tiers: moved });
}

/** Stores a cursor. The first save counts the viewer in their group. */
export async function saveCursor(ctx: MutationCtx, me: Profile, cursor: DeckCursor): Promise<void> {
  const { row, audience, swiped, tiers: cursors, decidedAhead, last, quota, likersPassed, group } = cursor;
  if (group !== null) await takeStart(ctx, audience, group);
  const storedAhead = decidedAhead ? toStored(decidedAhead) : undefined;
  const { age, ageRange } = me;
  const fields = { audience, age, ageRange, swiped, cursors, decidedAhead: storedAhead, last, quota, likersPassed };
  if (row) await ctx.db.patch("decks", row._id, fields);
  else await ctx.db.insert("decks", { ...fields, userId: me.userId });
}

/**
 * The most entries, batch by batch, by which a swipe moves the cursor. The first batch reads one, because the next person is usually
 * undecided.
 */
const SWIPE_BATCHES = [1, 4];
/** The most entries by which `advance` moves the cursor in each range. */
const ADVANCE_BATCHES = [200];
/** The most out-of-order decisions a deck remembers. Beyond that, it reads the swipe with each person. */
const MAX_DECIDED_AHEAD = 100;

/**
 * Returns the position of the first undecided person in a range. Without one, returns the range's end or the position that the batches
 * reached.
 */
async function skipDecided(
  ctx: QueryCtx,
  me: Profile,
  cursor: DeckCursor,
  { tier, from, to }: Range,
  batches: number[],
): Promise<number> {
  let position = from;
  const reader = new DeckReader(me, { tier, from, to });
  for (const batch of batches) {
    for (let left = batch; left > 0 && !reader.done;) {
      if (reader.partsToRead > 0) await reader.read(ctx, Math.ceil(left / reader.partsToRead));
      for (let entry = reader.next(); entry !== null; entry = reader.next()) {
        if (!(await decisionOn(ctx, me, cursor, entry)).isDecided) return entry.position;
        position = entry.position + 1;
        cursor.decidedAhead?.delete(entry.userId);
        left -= 1;
      }
    }
    if (reader.done) return to === PROVISIONAL ? position : to;
  }
  return position;
}

/**
 * For a deck that restarts, returns the people the user has decided on or is knowingly parted from. For a newcomer, they come from an
 * earlier account. Undefined: too many to remember.
 */
async function decidedBy(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"users">[] | undefined> {
  const ownSwipes = ctx.db.query("swipes").withIndex("by_from_and_to", (q) => q.eq("from", userId));
  const swipes = await ownSwipes.take(MAX_DECIDED_AHEAD + 1);
  if (swipes.length > MAX_DECIDED_AHEAD) return undefined;
  return swipes.filter((swipe) => !isUndecided(swipe)).map(({ to }) => to);
}

function toStored(decidedAhead: Set<Id<"users">>): Id<"users">[] | undefined {
  return decidedAhead.size > MAX_DECIDED_AHEAD ? undefined : [...decidedAhead];
}

/** Returns a viewer's deck row, or null before their first deck. */
export async function deckOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"decks"> | null> {
  return await getOneFrom(ctx.db, "decks", "by_userId", userId);
}
