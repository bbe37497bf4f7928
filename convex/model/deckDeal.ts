/**
 * Deals a deck: the next people in rounds of five. The work is bounded by what a deck holds, never by how many members
 * there are or how many were decided: a few rows beyond each cursor, and a look at the pair where it could be decided.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { cardOf, type Card } from "./cards";
import { END, placeIn, placesBetween, type Lane } from "./deckStreets";
import { isDone, walkOf, type Walk } from "./deckWalk";

export type Deck = { profiles: Card[]; stuck: boolean };

/** The next people for somebody. Stuck: nobody found within reach, though further on there may be some. */
export async function dealDeck(ctx: QueryCtx, me: Profile): Promise<Deck> {
  const walk = await walkOf(ctx, me);
  const dealing: Dealing = { ctx, me, walk, taken: new Set(), reads: READS, cut: false };
  const hands = await gather(dealing);
  const profiles: Card[] = [];
  while (profiles.length < limits.deckSize) {
    const next = takeFrom(hands, placeOfRound(walk.dealt + profiles.length));
    if (next === undefined) break;
    profiles.push(cardOf(next));
  }
  return { profiles, stuck: profiles.length === 0 && dealing.cut };
}

type Profile = Doc<"profiles">;
type Place = Doc<"places">;
type Name = "likers" | Lane;
/** The next few of a lane who are open to this viewer, at least one row further on; null after the last. */
type Supply = (most: number) => Promise<Place[] | null>;
type Hand = { supply: Supply; spare: Place[]; places: Place[] };
type Dealing = {
  ctx: QueryCtx;
  me: Profile;
  walk: Walk;
  /** Who is in a hand already. */
  taken: Set<Id<"users">>;
  /** How many documents, and how many index ranges, may still be read. */
  reads: number;
  /** True once a lane was left because of that. */
  cut: boolean;
};

/** A round of five. A place whose lane is empty goes to the next in the order, and round again. */
const ROUND: readonly Name[] = ["likers", "vip", "gold", "likers", "other"];
const ORDER: readonly Name[] = ["likers", "vip", "gold", "other"];
/** With guard and walk, a deck stays within 64 documents and 64 index ranges. */
const READS = 56;
/** A second look at a street takes at least this many rows, so that a few decided people do not cost a range each. */
const ROWS_AT_LEAST = 4;
/** After so many likers who cannot be shown now, their lane counts as empty. */
const UNSEEN_LIKERS = 8;

/** Reads from each lane just what the rounds will take; a lane's shortfall passes on to the next, as its places do. */
async function gather(dealing: Dealing): Promise<Record<Name, Hand>> {
  const hand = (supply: Supply): Hand => ({ supply, spare: [], places: [] });
  const hands = {
    likers: hand(likersOf(dealing)),
    vip: hand(streetOf(dealing, "vip")),
    gold: hand(streetOf(dealing, "gold")),
    other: hand(streetOf(dealing, "other")),
  };
  let missing = 0;
  for (const name of ORDER) missing = await fill(dealing, hands[name], missing + shareOf(name, dealing.walk.dealt));
  for (const name of ORDER) missing = await fill(dealing, hands[name], missing);
  return hands;
}

/** Takes up to `wanted` people into a hand; says how many it fell short. */
async function fill({ taken }: Dealing, hand: Hand, wanted: number): Promise<number> {
  let missing = wanted;
  while (missing > 0) {
    const next = hand.spare.shift();
    if (next === undefined) {
      const more = await hand.supply(missing);
      if (more === null) return missing;
      hand.spare = more;
    } else if (!taken.has(next.userId)) {
      taken.add(next.userId);
      hand.places.push(next);
      missing -= 1;
    }
  }
  return 0;
}

/** Who likes the viewer, oldest first. Somebody with an unanswered like is undecided, so no look at the pair is needed. */
function likersOf(dealing: Dealing): Supply {
  const { ctx, me, walk, taken } = dealing;
  let [since, unseen, done] = [0, 0, false];
  return async (most) => {
    const ask = done ? 0 : allowed(dealing, most);
    if (ask === 0) return null;
    const likes = await ctx.db
      .query("pendingLikes")
      .withIndex("by_to", (q) => q.eq("to", me.userId).gt("_creationTime", since))
      .take(ask);
    since = likes.at(-1)?._creationTime ?? since;
    const open = likes.filter(({ from }) => !taken.has(from));
    const places = await Promise.all(open.map(({ from }) => placeIn(ctx, walk.audience, from)));
    const seen = places.filter((place) => place !== null);
    unseen += open.length - seen.length;
    done = likes.length < ask || unseen >= UNSEEN_LIKERS;
    dealing.reads -= Math.max(1 + open.length, likes.length + seen.length);
    return seen;
  };
}

/** Who stands ahead of the viewer in a street: from the cursor to the far end, then the stretch before the start. */
function streetOf(dealing: Dealing, lane: Lane): Supply {
  const { ctx, me, walk, taken } = dealing;
  const { start, upper, lower } = walk.cursors[lane];
  const ways = [
    { lane, from: upper, to: END },
    { lane, from: lower, to: start },
  ].filter((way) => way.from < way.to);
  return async (most) => {
    const way = ways[0];
    const ask = way ? allowed(dealing, Math.max(most, ROWS_AT_LEAST)) : 0;
    if (way === undefined || ask === 0) return null;
    const ahead = await placesBetween(ctx, walk.audience, way, ask);
    const last = ahead.at(-1);
    if (last === undefined || ahead.length < ask) ways.shift();
    else way.from = last.place + 1;
    const open = ahead.filter(({ userId }) => !taken.has(userId));
    const done = await Promise.all(open.map((place) => isDone(ctx, me, walk, place)));
    const undecided = open.filter((_, i) => !done[i]);
    dealing.reads -= Math.max(1 + open.length, ahead.length + open.length - undecided.length);
    return undecided;
  };
}

/** How many rows may be read now: each may cost two documents, its own and one about the pair. */
function allowed(dealing: Dealing, most: number): number {
  const ask = Math.min(most, Math.floor(dealing.reads / 2));
  if (ask > 0) return ask;
  dealing.cut = true;
  return 0;
}

function takeFrom(hands: Record<Name, Hand>, own: Name): Place | undefined {
  const from = ORDER.indexOf(own);
  for (let i = 0; i < ORDER.length; i += 1) {
    const next = hands[ORDER[(from + i) % ORDER.length] ?? own].places.shift();
    if (next !== undefined) return next;
  }
  return undefined;
}

/** How many places of the coming deck are a lane's own. */
function shareOf(name: Name, dealt: number): number {
  return Array.from({ length: limits.deckSize }, (_, i) => placeOfRound(dealt + i)).filter((own) => own === name)
    .length;
}

function placeOfRound(n: number): Name {
  return ROUND[n % ROUND.length] ?? "other";
}
