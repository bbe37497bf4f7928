/** The stages on a number of members: ours and the wire floor, in turn, in one run. Ratios are taken within a repetition, because the load of a machine changes. */
import { rm } from "node:fs/promises";
import { compare, compareRates, perSecond, REPETITIONS, type Sides } from "./compare";
import { exponent, figure, median, ms, type Row } from "./figures";
import { measureIdle } from "./idle";
import { foreignLoad, sample } from "./machine";
import { measureSearch } from "./people";
import { measureRest } from "./rest";
import { coldStart, deckReads, startFloor, startOurs, type Floor, type Places, type Running } from "./sides";
import { measureUpload } from "./tickets";
import { deckTimes, matchLatency, messageLatency, popularRate, swipeThrough, type Side } from "./workloads";

/** Matches in one repetition, and warm-up matches before the first. */
const [PAIRS, WARM_UP] = [40, 120];
const SWIPERS = 32;
const SWIPES_EACH = 60;
const ADMIRERS = 300;
/** The number of the first person of the matching pairs, after the people who swipe. Even, because a pair is (man, woman). */
const MATCH_FROM = 200;
/** The people whose decks are timed: one who never swiped, and one who did. */
const [FRESH, SEASONED] = [100, 102];
const MANY_SWIPES = 10_000;

/** The cost of a deck: time in milliseconds and documents read, at a size. */
export interface Cost {
  size: number;
  time: number;
  documents: number;
}

export function measureThousand(places: Places, dir: string, decks: Cost[]): Promise<Row[]> {
  return withMembers(places, dir, 1_000, async (ours, floor, label) => {
    const sides = { ours: ours.side, floor: floor.side };
    return [
      ...(await matches(label, sides)),
      await compareRates(label, SWIPERS, SWIPES_EACH, sides),
      await popular(ours.side),
      ...(await deck(label, sides, FRESH, 0, decks)),
    ];
  });
}

export function measureTenThousand(places: Places, dir: string): Promise<Row[]> {
  return withMembers(places, dir, 10_000, async (ours, floor, label) => {
    const sides = { ours: ours.side, floor: floor.side };
    const rows = [
      ...(await measureIdle(places, ours, floor)),
      ...(await matches(label, sides)),
      await compareRates(label, SWIPERS, SWIPES_EACH, sides),
      ...(await measureRest(ours.side)),
      ...(await measureUpload(ours)),
    ];
    await ours.stop();
    return [...rows, await measureStart(places, dir)];
  });
}

export function measureHundredThousand(places: Places, dir: string, decks: Cost[]): Promise<Row[]> {
  return withMembers(places, dir, 100_000, async (ours, floor, label) => {
    const sides = { ours: ours.side, floor: floor.side };
    const rows = [...(await measureSearch(ours, label)), ...(await deck(label, sides, FRESH, 0, decks))];
    for (const side of [ours.side, floor.side]) await swipeThrough(side, SEASONED, MANY_SWIPES);
    return [...rows, ...(await deck(label, sides, SEASONED, MANY_SWIPES, decks))];
  });
}

/** How the cost of a deck grows, from those of both stages; none if one of them did not run. */
export function exponents(decks: Cost[]): Row[] {
  const [small, large, seasoned] = decks;
  if (small === undefined || large === undefined || seasoned === undefined) return [];
  const shown = (what: string, from: Cost, to: Cost) => {
    const of = (key: "time" | "documents") =>
      exponent({ size: from.size, time: from[key] }, { size: to.size, time: to[key] }).toFixed(2);
    return figure(`G3 exponent in ${what}: time, documents`, `${of("time")}, ${of("documents")}`, "", "", "≤ 0.1");
  };
  // The logarithm of zero swipes is undefined: a first deck counts as twenty swipes.
  return [shown("members", small, large), shown("own swipes", { ...large, size: 20 }, seasoned)];
}

type Work = (ours: Running, floor: Floor, label: string) => Promise<Row[]>;

async function withMembers(places: Places, dir: string, members: number, work: Work): Promise<Row[]> {
  const label = `${members.toLocaleString("en")} members`;
  const port = 17610 + 10 * Math.log10(members);
  const began = performance.now();
  const ours = await startOurs(places, dir, port, members);
  const floor = await startFloor(places, dir, port + 5, members);
  const made = performance.now();
  const pids = [ours.pid, floor.pid];
  const before = sample(pids);
  try {
    const rows = await work(ours, floor, label);
    const load = foreignLoad(before, sample(pids));
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(0)} s`;
    const time = `made in ${seconds(began, made)}, measured in ${seconds(made, performance.now())}`;
    console.log(`${label}: ${time}; others kept ${load} busy`);
    return rows;
  } finally {
    await Promise.all([ours, floor].map((running) => running.stop()));
    await rm(dir, { recursive: true, force: true });
  }
}

/** Matches of new pairs, and then a message of each of the same pairs. */
async function matches(label: string, sides: Sides): Promise<Row[]> {
  const match = (side: Side, pair: number) => matchLatency(side, MATCH_FROM + 2 * pair);
  for (const side of [sides.ours, sides.floor]) for (let k = 0; k < WARM_UP; k++) await match(side, k);
  const { row, time } = await compare(`G1 match seen, ${label}`, "≤ 3 ×", sides, async (side, repetition) => {
    const times: number[] = [];
    for (let k = 0; k < PAIRS; k++) times.push(await match(side, WARM_UP + repetition * PAIRS + k));
    return times;
  });
  const messages: number[] = [];
  for (let k = 0; k < WARM_UP; k++) await messageLatency(sides.ours, MATCH_FROM + 2 * k);
  for (let k = 0; k < PAIRS * REPETITIONS; k++) {
    messages.push(await messageLatency(sides.ours, MATCH_FROM + 2 * (WARM_UP + k)));
  }
  const ratio = `${(median(messages) / time).toFixed(2)} ×`;
  const name = `Message seen, ${label}`;
  return [row, figure(name, ms(messages), `(match) ${time.toFixed(1)} ms`, ratio, "≤ 1.5 ×")];
}

/** Ours compared with itself: all women swipe on one man, and each on a man of her own. */
async function popular(ours: Side): Promise<Row> {
  const [one, even] = [[] as number[], [] as number[]];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const man = 600 + 46 * repetition;
    one.push(await popularRate(ours, ADMIRERS, man, false));
    even.push(await popularRate(ours, ADMIRERS, man, true));
  }
  const ratio = median(one.map((rate, n) => rate / even[n]!));
  const name = "G2b swipes/s, all about one / evenly";
  return figure(name, perSecond(one), `(even) ${perSecond(even)}`, `${ratio.toFixed(2)} ×`, "≥ 0.8 ×");
}

async function deck(label: string, sides: Sides, person: number, swiped: number, decks: Cost[]): Promise<Row[]> {
  const name = `G3 deck, ${label}, ${swiped.toLocaleString("en")} own swipes`;
  const { row, time } = await compare(name, "≤ 3 ×", sides, (side) => deckTimes(side, person, 200));
  const { documents, ranges, dealt } = await deckReads(sides.ours, person);
  // The guard reads three more, by id and by one range, and finds nothing in another one.
  const read = `${documents + 3} in ${ranges + 4}`;
  decks.push({ size: swiped > 0 ? swiped : sides.ours.members.length, time, documents: documents + 3 });
  return [row, figure(`G3 documents in ranges read, ${dealt} dealt`, read, "", "", "≤ 64 in 64")];
}

async function measureStart(places: Places, dir: string): Promise<Row> {
  const times: number[] = [];
  for (let n = 0; n < REPETITIONS; n++) times.push(await coldStart(places, dir, 17680 + 2 * n));
  return figure("G7 start with 10,000 members", `${Math.round(median(times))} ms`, "", "", "≤ 1,000 ms");
}
