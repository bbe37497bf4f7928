/**
 * `npm run bench`: measures the product on the local deployment and a wire floor, in turn, in one run. Ratios are taken within
 * a repetition, because the load of a machine changes. It is not part of the tests: a time measured on a busy machine proves nothing.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { compare, compareRates, perSecond, REPETITIONS, type Sides } from "./compare";
import { measureErasing } from "./erasing";
import { exponent, figure, median, ms, print, type Row } from "./figures";
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
interface Cost {
  size: number;
  time: number;
  documents: number;
}

/** Runs all stages, or only those with the given numbers of members (`npm run bench -- 1000`), or what it takes to erase them (`-- erasing`). */
export async function bench({ root, only }: { root: string; only: string[] }): Promise<void> {
  const places = { root, built: import.meta.dirname };
  const wanted = (members: number | "erasing") => only.length === 0 || only.includes(String(members));
  // Inside the checkout, so that the pushed functions find their packages.
  const dir = path.join(root, ".local/bench");
  await rm(dir, { recursive: true, force: true });
  const rows: Row[] = [];
  const decks: Cost[] = [];
  try {
    if (wanted(1_000))
      await withMembers(places, dir, 1_000, async (ours, floor, label) => {
        const sides = { ours: ours.side, floor: floor.side };
        rows.push(...(await matches(label, sides)));
        rows.push(await compareRates(label, SWIPERS, SWIPES_EACH, sides));
        rows.push(await popular(ours.side));
        decks.push(await deck(label, sides, FRESH, 0, rows));
      });
    if (wanted(10_000))
      await withMembers(places, dir, 10_000, async (ours, floor, label, folder) => {
        const sides = { ours: ours.side, floor: floor.side };
        rows.push(...(await measureIdle(places, ours, floor)));
        rows.push(...(await matches(label, sides)));
        rows.push(await compareRates(label, SWIPERS, SWIPES_EACH, sides));
        rows.push(...(await measureRest(ours.side)));
        rows.push(...(await measureUpload(ours)));
        await ours.stop();
        rows.push(await measureStart(places, folder));
      });
    if (wanted(100_000))
      await withMembers(places, dir, 100_000, async (ours, floor, label) => {
        const sides = { ours: ours.side, floor: floor.side };
        rows.push(...(await measureSearch(ours, label)));
        decks.push(await deck(label, sides, FRESH, 0, rows));
        for (const side of [ours.side, floor.side]) await swipeThrough(side, SEASONED, MANY_SWIPES);
        decks.push(await deck(label, sides, SEASONED, MANY_SWIPES, rows));
      });
    if (wanted("erasing")) rows.push(...(await measureErasing(places, path.join(dir, "erasing"), 17_664)));
    if (decks.length === 3) rows.push(...exponents(decks as [Cost, Cost, Cost]));
    print(rows);
    console.log(`Medians of ${REPETITIONS} repetitions; two figures are median / 99th percentile.`);
  } catch (error) {
    // Clients of a stopped server try to reconnect for ever, so the process is ended.
    console.error(error);
    await rm(dir, { recursive: true, force: true });
    process.exit(1);
  }
  await rm(dir, { recursive: true, force: true });
}

type Work = (ours: Running, floor: Floor, label: string, folder: string) => Promise<void>;

async function withMembers(places: Places, dir: string, members: number, work: Work): Promise<void> {
  const folder = path.join(dir, String(members));
  const label = `${members.toLocaleString("en")} members`;
  const port = 17610 + 10 * Math.log10(members);
  const began = performance.now();
  const ours = await startOurs(places, folder, port, members);
  const floor = await startFloor(places, folder, port + 5, members);
  const made = performance.now();
  const pids = [ours.pid, floor.pid];
  const before = sample(pids);
  try {
    await work(ours, floor, label, folder);
    const load = foreignLoad(before, sample(pids));
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(0)} s`;
    const time = `made in ${seconds(began, made)}, measured in ${seconds(made, performance.now())}`;
    console.log(`${label}: ${time}; others kept ${load} busy`);
  } finally {
    await Promise.all([ours, floor].map((running) => running.stop()));
    await rm(folder, { recursive: true, force: true });
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

async function deck(label: string, sides: Sides, person: number, swiped: number, rows: Row[]): Promise<Cost> {
  const name = `G3 deck, ${label}, ${swiped.toLocaleString("en")} own swipes`;
  const { row, time } = await compare(name, "≤ 3 ×", sides, (side) => deckTimes(side, person, 200));
  const { documents, ranges, dealt } = await deckReads(sides.ours, person);
  // The guard reads three more, by id and by one range, and finds nothing in another one.
  const read = `${documents + 3} in ${ranges + 4}`;
  rows.push(row, figure(`G3 documents in ranges read, ${dealt} dealt`, read, "", "", "≤ 64 in 64"));
  return { size: swiped > 0 ? swiped : sides.ours.members.length, time, documents: documents + 3 };
}

function exponents([small, large, seasoned]: [Cost, Cost, Cost]): Row[] {
  const shown = (what: string, from: Cost, to: Cost) => {
    const of = (key: "time" | "documents") =>
      exponent({ size: from.size, time: from[key] }, { size: to.size, time: to[key] }).toFixed(2);
    return figure(`G3 exponent in ${what}: time, documents`, `${of("time")}, ${of("documents")}`, "", "", "≤ 0.1");
  };
  // The logarithm of zero swipes is undefined: a first deck counts as twenty swipes.
  return [shown("members", small, large), shown("own swipes", { ...large, size: 20 }, seasoned)];
}

async function measureStart(places: Places, folder: string): Promise<Row> {
  const times: number[] = [];
  for (let n = 0; n < REPETITIONS; n++) times.push(await coldStart(places, folder, 17680 + 2 * n));
  return figure("G7 start with 10,000 members", `${Math.round(median(times))} ms`, "", "", "≤ 1,000 ms");
}
