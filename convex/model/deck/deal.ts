/**
 * Deals a deck: the next people in rounds of five. The work is bounded by what a deck holds, not by the number of members
 * or of decisions: it reads a few rows beyond each cursor, and the swipe of a pair only where there may be one.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { cardOf, type Card } from "../cards";
import { cursorOf, decisionOn, needsSwipe, type DeckCursor } from "./cursor";
import { atFestivalFirst } from "./festival";
import { likesAfter } from "./likers";
import { END, entryFor, tiers, type Range, type Tier } from "./partitions";
import { DeckReading } from "./reading";
import { RETURNS_MOST, returnsOf } from "./returns";

export type Deck = { profiles: Card[]; truncated: boolean };

/** The next people for a viewer. Truncated: nobody was found within the reads of one query, but there may be more. */
export async function dealDeck(ctx: QueryCtx, me: Doc<"profiles">): Promise<Deck> {
  const cursor = await cursorOf(ctx, me);
  const reads = { documents: DOCUMENTS, ranges: RANGES, truncated: false };
  const deal: Deal = { ctx, me, cursor, taken: new Set(), decided: 0, ...reads };
  const profiles = (await returnedEntries(deal)).map(cardOf);
  const queues = await fillQueues(deal);
  while (profiles.length < limits.deckSize) {
    const next = takeNext(queues, sourceOfSlot(cursor.swiped + profiles.length));
    if (next === undefined) break;
    profiles.push(cardOf(next));
  }
  return { profiles, truncated: profiles.length === 0 && deal.truncated };
}

type DeckEntry = Doc<"deckEntries">;
type Source = "likers" | Tier;
/** The next undecided entries of a source; it reads at least one row per call. Null after the last. */
type Fetch = (most: number) => Promise<DeckEntry[] | null>;
type Queue = { fetch: Fetch; fetched: DeckEntry[]; chosen: DeckEntry[] };
type Deal = {
  ctx: QueryCtx;
  me: Doc<"profiles">;
  cursor: DeckCursor;
  /** People who are already chosen, from any source. */
  taken: Set<Id<"users">>;
  /** How many documents may still be read, and how many index ranges. */
  documents: number;
  ranges: number;
  /** How many decided people were found between the next ones. */
  decided: number;
  /** True once a source was left because there were no reads left. */
  truncated: boolean;
};

/** The sources of a round of five slots. A slot whose source is empty goes to the next source in the order. */
const ROUND: readonly Source[] = ["likers", "vip", "gold", "likers", "other"];
const ORDER: readonly Source[] = ["likers", "vip", "gold", "other"];
/** With the reads of the guard and the cursor, a deck stays within 64 documents. */
const DOCUMENTS = 56;
/**
 * A range of ages is read from up to ten parts of an index, and each tier from two ends: empty ones alone may be sixty. Who
 * wants to meet people of any age stays within 64 index ranges.
 */
const RANGES = 120;
/** A read of a partition takes at least this many rows, so that a few decided people do not cost an index range each. */
const ROWS_AT_LEAST = 4;
/** After this many likers who do not fit now, that source counts as empty, until a swipe has passed them. */
const HIDDEN_LIKERS_MOST = 8;

/** Those whom the viewer has taken back. They take the next slots, whatever their source is. */
async function returnedEntries(deal: Deal): Promise<DeckEntry[]> {
  const { ctx, me, cursor, taken } = deal;
  if (!cursor.row?.hasReturns) return [];
  const rows = await returnsOf(ctx, me.userId);
  const entries = await Promise.all(rows.map(({ to }) => entryFor(ctx, me, to)));
  const visible = entries.filter((entry) => entry !== null);
  for (const { userId } of visible) taken.add(userId);
  spendReads(deal, { documents: 3 * RETURNS_MOST, ranges: 3 * RETURNS_MOST });
  return visible;
}

/** Reads from each source what its slots will take; what a source lacks is read from the next one. */
async function fillQueues(deal: Deal): Promise<Record<Source, Queue>> {
  const queue = (fetch: Fetch): Queue => ({ fetch, fetched: [], chosen: [] });
  const queues = {
    likers: queue(likers(deal)),
    vip: queue(partition(deal, "vip")),
    gold: queue(partition(deal, "gold")),
    other: queue(partition(deal, "other")),
  };
  let missing = 0;
  for (const source of ORDER) missing = await fill(deal, queues[source], missing + slotsOf(source, deal.cursor.swiped));
  for (const source of ORDER) missing = await fill(deal, queues[source], missing);
  if (deal.cursor.row?.atFestivalFirst) {
    for (const tier of tiers) queues[tier].chosen = atFestivalFirst(queues[tier].chosen, deal.decided);
  }
  return queues;
}

/** Chooses up to `wanted` people from a queue; answers how many were missing. */
async function fill({ taken }: Deal, queue: Queue, wanted: number): Promise<number> {
  let missing = wanted;
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

/** People who like the viewer, oldest like first. Their like is unanswered, so the viewer has not decided on them. */
function likers(deal: Deal): Fetch {
  const { ctx, me, taken, cursor } = deal;
  let [since, hidden, done] = [cursor.likersPassed, 0, false];
  return async (most) => {
    const ask = done ? 0 : rowsAllowed(deal, most);
    if (ask === 0) return null;
    const likes = await likesAfter(ctx, me, since, ask);
    since = likes.at(-1)?._creationTime ?? since;
    const open = likes.filter(({ from }) => !taken.has(from));
    const entries = await Promise.all(open.map(({ from }) => entryFor(ctx, me, from)));
    const visible = entries.filter((entry) => entry !== null);
    hidden += open.length - visible.length;
    done = likes.length < ask || hidden >= HIDDEN_LIKERS_MOST;
    // The entry of somebody who does not fit is read as well.
    spendReads(deal, { documents: likes.length + open.length, ranges: 1 + open.length });
    return visible;
  };
}

/** The people of a partition ahead of the cursor who fit: up to the end first, then those before the viewer's start. */
function partition(deal: Deal, tier: Tier): Fetch {
  const { me, cursor } = deal;
  const { start, upper, lower } = cursor.tiers[tier];
  const ranges: Range[] = [
    { tier, from: upper, to: END },
    { tier, from: lower, to: start },
  ];
  const readings = ranges.filter(({ from, to }) => from < to).map((range) => new DeckReading(me, range));
  return async (most) => {
    const reading = readings[0];
    if (reading === undefined) return null;
    // Of each part its share: the next people may stand in any of them.
    const wanted = Math.ceil(Math.max(most, ROWS_AT_LEAST) / Math.max(1, reading.open));
    const ask = rowsAllowed(deal, wanted, Math.max(1, reading.starved));
    if (ask === 0) return null;
    const next = await nextUndecided(deal, reading, ask);
    if (reading.done) readings.shift();
    return next;
  };
}

/** Reads a part of those who fit. Each person costs a document, and where it is needed the swipe of the pair. */
async function nextUndecided(deal: Deal, reading: DeckReading, ask: number): Promise<DeckEntry[]> {
  const { ctx, me, cursor, taken } = deal;
  const costs = (entry: DeckEntry) => Number(needsSwipe(me, cursor, entry));
  const ranges = reading.starved;
  const rows = await reading.read(ctx, ask);
  // What the swipes may cost is set aside at once.
  const swipes = rows.reduce((sum, entry) => sum + costs(entry), 0);
  spendReads(deal, { documents: rows.length + swipes, ranges: ranges + swipes });
  const open: DeckEntry[] = [];
  for (let entry = reading.next(); entry !== null; entry = reading.next()) open.push(entry);
  const fresh = open.filter(({ userId }) => !taken.has(userId));
  const decisions = await Promise.all(fresh.map((entry) => decisionOn(ctx, me, cursor, entry)));
  const unread = fresh.reduce((sum, entry, i) => sum + costs(entry) - (decisions[i]?.documents ?? 0), 0);
  deal.documents += unread;
  deal.decided += decisions.filter(({ isDecided }) => isDecided).length;
  return fresh.filter((_, i) => !decisions[i]?.isDecided);
}

/** How many rows may be read now of each of some parts: each may cost two documents, its own and the swipe of the pair. */
function rowsAllowed(deal: Deal, most: number, parts = 1): number {
  const rows = Math.min(deal.documents, deal.ranges) / 2;
  const ask = Math.min(most, Math.floor(rows / parts));
  if (ask > 0) return ask;
  deal.truncated = true;
  return 0;
}

function spendReads(deal: Deal, { documents, ranges }: Pick<Deal, "documents" | "ranges">): void {
  deal.documents -= documents;
  deal.ranges -= ranges;
}

function takeNext(queues: Record<Source, Queue>, source: Source): DeckEntry | undefined {
  const from = ORDER.indexOf(source);
  for (let i = 0; i < ORDER.length; i += 1) {
    const next = queues[ORDER[(from + i) % ORDER.length] ?? source].chosen.shift();
    if (next !== undefined) return next;
  }
  return undefined;
}

/** How many slots of the coming deck belong to a source. */
function slotsOf(source: Source, swiped: number): number {
  return Array.from({ length: limits.deckSize }, (_, i) => sourceOfSlot(swiped + i)).filter((own) => own === source)
    .length;
}

function sourceOfSlot(n: number): Source {
  return ROUND[n % ROUND.length] ?? "other";
}
