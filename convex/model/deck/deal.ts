/**
 * Deals a deck: the next people, in rounds of five. The work depends on the deck's size, not on the number of members or decisions. It
 * reads a few rows beyond each cursor, and the swipe of a pair only where one may exist.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits, listSize } from "../../shared/limits";
import { cardOf, type Card } from "../cards";
import { decisionOn, needsSwipe, type DeckCursor } from "./cursor";
import { atFestivalFirst } from "./festival";
import { likesAfter } from "./likers";
import { END, entryFor, tiers, type Range, type Tier } from "./partitions";
import { DeckReader } from "./reader";
import { MAX_RETURNS, returnsOf } from "./returns";

export type Deck = { profiles: Card[]; truncated: boolean };

/** Returns the next people from a viewer's cursor, `limit` at most. Truncated: one query's reads found nobody, but there may be more. */
export async function dealDeck(ctx: QueryCtx, me: Doc<"profiles">, cursor: DeckCursor, limit?: number): Promise<Deck> {
  const size = listSize(limit, limits.deckSize);
  const reads = { documents: DOCUMENTS, ranges: RANGES, truncated: false };
  const deal: Deal = { ctx, me, size, cursor, taken: new Set(), decided: 0, ...reads };
  const profiles = (await returnedEntries(deal)).map(cardOf);
  const queues = await fillQueues(deal);
  while (profiles.length < size) {
    const next = takeNext(queues, sourceOfSlot(cursor.swiped + profiles.length));
    if (next === undefined) break;
    profiles.push(cardOf(next));
  }
  return { profiles, truncated: profiles.length === 0 && deal.truncated };
}

type DeckEntry = Doc<"deckEntries">;
type Source = "likers" | Tier;
/** Fetches the next undecided entries of a source. Reads at least one row. Returns null once the source is empty. */
type Fetch = (limit: number) => Promise<DeckEntry[] | null>;
type Queue = { fetch: Fetch; fetched: DeckEntry[]; chosen: DeckEntry[] };
type Deal = {
  ctx: QueryCtx;
  me: Doc<"profiles">;
  size: number;
  cursor: DeckCursor;
  /** People already chosen, from any source. */
  taken: Set<Id<"users">>;
  /** Documents and index ranges that may still be read. */
  documents: number;
  ranges: number;
  /** People already decided on that were found so far. */
  decided: number;
  /** True once the limit on reads cut a source short. */
  truncated: boolean;
};

/** The sources of five slots. If a source is empty, its slot goes to the next source in the order. */
const ROUND: readonly Source[] = ["likers", "vip", "gold", "likers", "other"];
const ORDER: readonly Source[] = ["likers", "vip", "gold", "other"];
/** With the reads of guard and cursor, a deck stays within 64 documents. */
const DOCUMENTS = 56;
/**
 * An age range needs up to ten parts of an index, and each tier is read from two ends. Empty parts alone may be sixty. A viewer of any age
 * stays within 64 index ranges.
 */
const RANGES = 120;
/** Rows per read, at least, of a partition that had people already decided on. So they do not cost an index range each. */
const MIN_ROWS = 4;
/** After this many likers who do not fit now, the source counts as empty until a swipe passes them. */
const MAX_HIDDEN_LIKERS = 8;

/** Returns the people that an undo has put back into the deck. They take the next slots, whatever their source. */
async function returnedEntries(deal: Deal): Promise<DeckEntry[]> {
  const { ctx, me, size, cursor, taken } = deal;
  if (!cursor.row?.hasReturns) return [];
  const rows = await returnsOf(ctx, me.userId);
  const entries = await Promise.all(rows.map(({ to }) => entryFor(ctx, me, to)));
  const visible = entries.filter((entry) => entry !== null);
  for (const { userId } of visible) taken.add(userId);
  spendReads(deal, { documents: 3 * MAX_RETURNS, ranges: 3 * MAX_RETURNS });
  return visible.slice(0, size);
}

/** Fills each source's slots. Slots that a source cannot fill go to the next source. */
async function fillQueues(deal: Deal): Promise<Record<Source, Queue>> {
  const queue = (fetch: Fetch): Queue => ({ fetch, fetched: [], chosen: [] });
  const queues = {
    likers: queue(likers(deal)),
    vip: queue(partition(deal, "vip")),
    gold: queue(partition(deal, "gold")),
    other: queue(partition(deal, "other")),
  };
  await fetchFirst(deal, queues);
  let missing = 0;
  for (const source of ORDER) missing = await fill(deal, queues[source], missing + slotsOf(source, deal));
  for (const source of ORDER) missing = await fill(deal, queues[source], missing);
  if (deal.cursor.row?.atFestivalFirst) {
    for (const tier of tiers) queues[tier].chosen = atFestivalFirst(queues[tier].chosen, deal.decided);
  }
  return queues;
}

/** Fetches the entries for each source's own slots, from all sources in parallel, because sequential reads take longer. */
async function fetchFirst(deal: Deal, queues: Record<Source, Queue>): Promise<void> {
  const fetchSlots = async (source: Source) => {
    const slots = slotsOf(source, deal);
    queues[source].fetched = (await queues[source].fetch(slots)) ?? [];
  };
  await Promise.all(ORDER.map(fetchSlots));
  // Reads that a source reserved and did not use are free for the next fetch.
  deal.truncated = false;
}

/** Chooses up to `count` people from a queue. Returns how many were missing. */
async function fill({ taken }: Deal, queue: Queue, count: number): Promise<number> {
  let missing = count;
  while (missing > 0) {
    const next = queue.fetched.shift();
    if (next === undefined) {
      const more = await queue.fetch(missing);
      if (more === null) return missing;
      queue.fetched = more;
    } else if (!taken.has(next.userId)) {
      taken.add(next.userId);
      queue.chosen.push(next);
      missing -= 1;
    }
  }
  return 0;
}

/** Fetches people who like the viewer, oldest like first. Their like is pending, so the viewer has not decided on them. */
function likers(deal: Deal): Fetch {
  const { ctx, me, taken, cursor } = deal;
  let [since, hidden, done] = [cursor.likersPassed, 0, false];
  return async (limit) => {
    const rowCount = done ? 0 : rowsAllowed(deal, limit);
    if (rowCount === 0) return null;
    const reserved = { documents: 2 * rowCount, ranges: 1 + rowCount };
    spendReads(deal, reserved);
    const likes = await likesAfter(ctx, me, since, rowCount);
    since = likes.at(-1)?._creationTime ?? since;
    const untaken = likes.filter(({ from }) => !taken.has(from));
    const entries = await Promise.all(untaken.map(({ from }) => entryFor(ctx, me, from)));
    const visible = entries.filter((entry) => entry !== null);
    hidden += untaken.length - visible.length;
    done = likes.length < rowCount || hidden >= MAX_HIDDEN_LIKERS;
    // Counts the entries of likers who do not fit as well: they are read too.
    const spent = { documents: likes.length + untaken.length, ranges: 1 + untaken.length };
    refundReads(deal, reserved, spent);
    return visible;
  };
}

/** Fetches the fitting people of a partition ahead of the cursor. First come those up to the end, then those before the viewer's start. */
function partition(deal: Deal, tier: Tier): Fetch {
  const { me, cursor } = deal;
  const { start, upper, lower } = cursor.tiers[tier];
  const ranges: Range[] = [
    { tier, from: upper, to: END },
    { tier, from: lower, to: start },
  ];
  const readers = ranges.filter(({ from, to }) => from < to).map((range) => new DeckReader(me, range));
  let minRows = 1;
  return async (limit) => {
    const reader = readers[0];
    if (reader === undefined) return null;
    // Reads an equal share of each part, because the next people may be in any of them.
    const share = Math.ceil(Math.max(limit, minRows) / Math.max(1, reader.partsLeft));
    const rowCount = rowsAllowed(deal, share, Math.max(1, reader.partsToRead));
    if (rowCount === 0) return null;
    const { undecided, decided } = await nextUndecided(deal, reader, rowCount);
    deal.decided += decided;
    if (decided > 0) minRows = MIN_ROWS;
    if (reader.done) readers.shift();
    return undecided;
  };
}

/**
 * Reads some fitting people. Each costs one document, or two if the swipe of the pair is needed. Returns those not decided on, and the
 * number of the others.
 */
async function nextUndecided(
  deal: Deal,
  reader: DeckReader,
  rowCount: number,
): Promise<{ undecided: DeckEntry[]; decided: number }> {
  const { ctx, me, cursor, taken } = deal;
  const swipeReads = (entry: DeckEntry) => Number(needsSwipe(me, cursor, entry));
  const ranges = reader.partsToRead;
  // Each row may cost the swipe of the pair as well.
  const maxRows = rowCount * Math.max(1, ranges);
  const reserved = { documents: 2 * maxRows, ranges: ranges + maxRows };
  spendReads(deal, reserved);
  const rows = await reader.read(ctx, rowCount);
  const swipes = rows.reduce((sum, entry) => sum + swipeReads(entry), 0);
  refundReads(deal, reserved, { documents: rows.length + swipes, ranges: ranges + swipes });
  const entries: DeckEntry[] = [];
  for (let entry = reader.next(); entry !== null; entry = reader.next()) entries.push(entry);
  const untaken = entries.filter(({ userId }) => !taken.has(userId));
  const decisions = await Promise.all(untaken.map((entry) => decisionOn(ctx, me, cursor, entry)));
  const unread = untaken.reduce((sum, entry, i) => sum + swipeReads(entry) - (decisions[i]?.documents ?? 0), 0);
  deal.documents += unread;
  const undecided = untaken.filter((_, i) => !decisions[i]?.isDecided);
  return { undecided, decided: untaken.length - undecided.length };
}

/** Returns how many rows to read from each of `parts`. Each row may cost two documents: itself and the swipe of the pair. */
function rowsAllowed(deal: Deal, limit: number, parts = 1): number {
  const rows = Math.min(deal.documents, deal.ranges) / 2;
  const allowed = Math.min(limit, Math.floor(rows / parts));
  if (allowed > 0) return allowed;
  deal.truncated = true;
  return 0;
}

type Reads = Pick<Deal, "documents" | "ranges">;

function spendReads(deal: Deal, { documents, ranges }: Reads): void {
  deal.documents -= documents;
  deal.ranges -= ranges;
}

/** Gives back the reads that were reserved and not spent. */
function refundReads(deal: Deal, reserved: Reads, spent: Reads): void {
  deal.documents += reserved.documents - spent.documents;
  deal.ranges += reserved.ranges - spent.ranges;
}

function takeNext(queues: Record<Source, Queue>, source: Source): DeckEntry | undefined {
  const start = ORDER.indexOf(source);
  for (let i = 0; i < ORDER.length; i += 1) {
    const next = queues[ORDER[(start + i) % ORDER.length] ?? source].chosen.shift();
    if (next !== undefined) return next;
  }
  return undefined;
}

/** Returns how many slots of the coming deck belong to a source. */
function slotsOf(source: Source, { size, cursor }: Deal): number {
  const slots = Array.from({ length: size }, (_, i) => sourceOfSlot(cursor.swiped + i));
  return slots.filter((slotSource) => slotSource === source).length;
}

function sourceOfSlot(n: number): Source {
  return ROUND[n % ROUND.length] ?? "other";
}
