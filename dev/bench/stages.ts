/**
 * Stages with a number of members: ours and the wire floor, in turn, in one run. The machine's load changes, so ratios are taken within a
 * repetition.
 */
import { rm } from "node:fs/promises";
import type { Id } from "../../convex/_generated/dataModel";
import { Lists } from "./acts";
import { exponent, median, ms, perSecond, ratioOf, seconds, type Row } from "./figures";
import { measureIdle } from "./idle";
import { compare, interleave, REPETITIONS, series, type Sides } from "./loops";
import { foreignLoad, sample } from "./machine";
import { measureSearch, measureUpload } from "./organiser";
import { pushed } from "./pushing";
import { measureRest } from "./rest";
import { coldStart, startFloor, startOurs, type Floor, type Running } from "./sides";
import { actsOf, deckTimes, matchLatency, messageLatency, popularRate, swipeThrough, type Side } from "./workloads";

/** Matches per repetition, swipes of each person per repetition, and of both before the first. */
const [MATCHES, SWIPES, WARM_UP] = [40, 60, 60];
const ADMIRERS = 300;
/** The number of pairs who write to each other, and the number of the first person. It is even, because a pair is (man, woman). */
const [PAIRS, WRITE_FROM] = [120, 200];
/** The people whose decks are measured: one who never swiped, and one who did. */
const [FRESH, SEASONED] = [100, 102];
const MANY_SWIPES = 10_000;

/** The cost of a deck at a size: time (ms) and documents read. */
export interface Cost {
  size: number;
  time: number;
  documents: number;
}

export function measureThousand(root: string, dir: string, decks: Cost[]): Promise<Row[]> {
  return withMembers(root, dir, 1_000, async (ours, floor, label) => {
    const sides = { ours: ours.side, floor: floor.side };
    return [
      ...(await lists(label, sides)),
      await popular(ours.side),
      ...(await deck(label, ours, floor, FRESH, 0, decks)),
    ];
  });
}

export function measureTenThousand(root: string, dir: string): Promise<Row[]> {
  return withMembers(root, dir, 10_000, async (ours, floor, label) => {
    const sides = { ours: ours.side, floor: floor.side };
    const rows = [
      ...(await measureIdle(ours, floor)),
      ...(await lists(label, sides)),
      ...(await measureRest(ours.side)),
      ...(await measureUpload(ours)),
    ];
    await ours.stop();
    return [...rows, await measureStart(dir)];
  });
}

export function measureHundredThousand(root: string, dir: string, decks: Cost[]): Promise<Row[]> {
  return withMembers(root, dir, 100_000, async (ours, floor, label) => {
    const rows = [...(await measureSearch(ours, label)), ...(await deck(label, ours, floor, FRESH, 0, decks))];
    for (const side of [ours.side, floor.side]) await swipeThrough(side, SEASONED, MANY_SWIPES);
    return [...rows, ...(await deck(label, ours, floor, SEASONED, MANY_SWIPES, decks))];
  });
}

/** Returns how the cost of a deck grows between the stages. Empty if one of them did not run. */
export function exponents(decks: Cost[]): Row[] {
  const [small, large, seasoned] = decks;
  if (small === undefined || large === undefined || seasoned === undefined) return [];
  const rowFor = (what: string, from: Cost, to: Cost) => {
    const slopeOf = (key: "time" | "documents") =>
      exponent({ size: from.size, time: from[key] }, { size: to.size, time: to[key] }).toFixed(2);
    const name = `G3 exponent in ${what}: time, documents`;
    return { figure: name, ours: `${slopeOf("time")}, ${slopeOf("documents")}`, must: "≤ 0.1" };
  };
  // A first deck counts as twenty swipes, because the logarithm of zero is undefined.
  return [rowFor("members", small, large), rowFor("own swipes", { ...large, size: 20 }, seasoned)];
}

type Work = (ours: Running, floor: Floor, label: string) => Promise<Row[]>;

async function withMembers(root: string, dir: string, members: number, work: Work): Promise<Row[]> {
  const label = `${members.toLocaleString("en")} members`;
  const port = 17610 + 10 * Math.log10(members);
  const startedAt = performance.now();
  const ours = await startOurs(root, dir, port, members, { hasQuotas: true });
  const floor = await startFloor(dir, port + 5, members);
  const madeAt = performance.now();
  const pids = [ours.pid, floor.pid];
  const loadBefore = sample(pids);
  try {
    const rows = await work(ours, floor, label);
    const load = foreignLoad(loadBefore, sample(pids));
    const time = `made in ${seconds(madeAt - startedAt)}, measured in ${seconds(performance.now() - madeAt)}`;
    console.log(`${label}: ${time}; others kept ${load} busy`);
    return rows;
  } finally {
    await Promise.all([ours, floor].map((running) => running.stop()));
    await rm(dir, { recursive: true, force: true });
  }
}

/** Measures matches and swipes of people with long lists who subscribe to everything, and messages. */
async function lists(label: string, sides: Sides<Side>): Promise<Row[]> {
  const open = (side: Side) => Lists.open(actsOf(side), side.members.length);
  const people = { ours: await open(sides.ours), floor: await open(sides.floor) };
  for (const group of Object.values(people)) {
    await series(WARM_UP, () => group.match());
    await group.swipeRate(WARM_UP);
  }
  const matches = await compare(`G1 match seen, ${label}`, "≤ 3 ×", people, (group) =>
    series(MATCHES, () => group.match()),
  );
  const rates = await interleave({
    ours: () => people.ours.swipeRate(SWIPES),
    floor: () => people.floor.swipeRate(SWIPES),
  });
  for (const group of Object.values(people)) await group.close();
  const swipes = {
    figure: `G2 swipes/s, 32 clients, ${label}`,
    ours: perSecond(rates.ours),
    floor: perSecond(rates.floor),
    ratio: ratioOf(rates.ours, rates.floor),
    must: "≥ 0.35 ×",
  };
  return [matches.row, swipes, await messages(label, sides.ours, matches.time)];
}

async function messages(label: string, ours: Side, match: number): Promise<Row> {
  const all = await series(PAIRS, async (k) => {
    await matchLatency(ours, WRITE_FROM + 2 * k);
    return await messageLatency(ours, WRITE_FROM + 2 * k);
  });
  const times = all.slice(PAIRS / 2);
  const floor = `(match) ${match.toFixed(1)} ms`;
  return {
    figure: `Message seen, ${label}`,
    ours: ms(times),
    floor,
    ratio: ratioOf([median(times)], [match]),
    must: "≤ 1.5 ×",
  };
}

/** Compares ours with itself: all women swipe on one man, or each on a different man. */
async function popular(ours: Side): Promise<Row> {
  const man = (repetition: number) => 600 + 46 * repetition;
  const { one, even } = await interleave({
    one: (n) => popularRate(ours, ADMIRERS, man(n), false),
    even: (n) => popularRate(ours, ADMIRERS, man(n), true),
  });
  return {
    figure: "G2b swipes/s, all about one / evenly",
    ours: perSecond(one),
    floor: `(even) ${perSecond(even)}`,
    ratio: ratioOf(one, even),
    must: "≥ 0.8 ×",
  };
}

async function deck(
  label: string,
  ours: Running,
  floor: Floor,
  person: number,
  swiped: number,
  decks: Cost[],
): Promise<Row[]> {
  const sides = { ours: ours.side, floor: floor.side };
  const name = `G3 deck, ${label}, ${swiped.toLocaleString("en")} own swipes`;
  const { row, time } = await compare(name, "≤ 3 ×", sides, (side) => deckTimes(side, person, 200));
  const userId = ours.side.members[person]!.id as Id<"users">;
  const { documents, ranges, dealt } = await ours.call(pushed.benchMembers.deckReads, { userId });
  // The guard reads three more, by id and by one range. Another of its ranges is empty.
  const read = `${documents + 3} in ${ranges + 4}`;
  decks.push({ size: swiped > 0 ? swiped : ours.side.members.length, time, documents: documents + 3 });
  return [row, { figure: `G3 documents in ranges read, ${dealt} dealt`, ours: read, must: "≤ 64 in 64" }];
}

async function measureStart(dir: string): Promise<Row> {
  const times = await series(REPETITIONS, (n) => coldStart(dir, 17680 + 2 * n));
  return { figure: "G7 start with 10,000 members", ours: `${Math.round(median(times))} ms`, must: "≤ 1,000 ms" };
}
