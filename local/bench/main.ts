/**
 * `npm run bench`: the product on the local deployment beside a wire floor, in turn, in one run. Ratios are taken inside
 * a repetition, because machines are shared and drift. Never part of the tests: a machine's mood is no verdict.
 */
import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import path from "node:path";
import { exponent, median, ms, print, type Row } from "./figures";
import { coldStart, startFloor, startOurs, type Running } from "./sides";
import { deckTimes, matchLatency, swipeRate, swipeThrough, type Side } from "./workloads";

const repetitions = 5;
const pairs = 60;
const swipers = 32;
const swipesEach = 60;
const ownSwipes = 1_000;
/** First number of the pairs that match, past those who swipe. Pairs are (man, woman), so an even one. */
const matchFrom = 200;

export async function bench({ root }: { root: string }): Promise<void> {
  // Inside the checkout, so that the pushed functions find their packages.
  const dir = path.join(root, ".local/bench");
  await rm(dir, { recursive: true, force: true });
  const rows: Row[] = [];
  const deck: { size: number; time: number }[] = [];
  try {
    for (const [n, members] of [1_000, 10_000].entries()) {
      console.log(`${members} members (load of the machine ${loadavg()[0]!.toFixed(2)})`);
      const place = path.join(dir, String(members));
      const ours = await startOurs(root, place, 17610 + 10 * n, members);
      const floor = await startFloor(place, 17615 + 10 * n, members);
      rows.push(...(await measure(ours.side, floor.side, members, deck)));
      await Promise.all([ours, floor].map((running: Running) => running.stop()));
      if (members === 10_000) rows.push(await measureStart(place));
    }
    const [small, large] = [deck[0]!, deck.at(-2)!];
    rows.push(figure("G3 deck, exponent in members", exponent(small, large).toFixed(2), "", "", "≤ 0.1"));
    const [none, some] = [deck.at(-2)!, deck.at(-1)!];
    const inSwipes = exponent({ size: 20, time: none.time }, { size: ownSwipes, time: some.time });
    rows.push(figure("G3 deck, exponent in own swipes", inSwipes.toFixed(2), "", "", "≤ 0.1"));
    print(rows);
    console.log(`load of the machine at the end ${loadavg()[0]!.toFixed(2)}; medians of ${repetitions} repetitions`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measure(
  ours: Side,
  floor: Side,
  members: number,
  deck: { size: number; time: number }[],
): Promise<Row[]> {
  const label = `${members.toLocaleString("en")} members`;
  const rows = [
    await compare(
      `G1 match seen, ${label}`,
      "≤ 3 ×",
      async (side, repetition) => {
        const times: number[] = [];
        for (let k = 0; k < pairs; k++) times.push(await matchLatency(side, matchFrom + 2 * (repetition * pairs + k)));
        return times;
      },
      ours,
      floor,
    ),
    await compareRates(`G2 swipes/s, ${swipers} clients, ${label}`, ours, floor),
  ];
  for (const swiped of [0, ownSwipes]) {
    const person = 100 + (swiped > 0 ? 2 : 0);
    if (swiped > 0 && members <= 2 * swiped) continue;
    if (swiped > 0) for (const side of [ours, floor]) await swipeThrough(side, person, swiped);
    const all: number[] = [];
    const row = await compare(
      `G3 deck, ${label}, ${swiped} own swipes`,
      "≤ 3 ×",
      async (side) => {
        const times = await deckTimes(side, person, 200);
        if (side === ours) all.push(...times);
        return times;
      },
      ours,
      floor,
    );
    rows.push(row);
    deck.push({ size: members, time: median(all) });
  }
  return rows;
}

/** Both sides in turn, `repetitions` times; the ratio is the median of the ratios of medians. */
async function compare(
  name: string,
  must: string,
  work: (side: Side, repetition: number) => Promise<number[]>,
  ours: Side,
  floor: Side,
): Promise<Row> {
  const times = { ours: [] as number[], floor: [] as number[] };
  const ratios: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const [mine, theirs] = [await work(ours, repetition), await work(floor, repetition)];
    times.ours.push(...mine);
    times.floor.push(...theirs);
    ratios.push(median(mine) / median(theirs));
  }
  return figure(name, ms(times.ours), ms(times.floor), `${median(ratios).toFixed(2)} ×`, must);
}

async function compareRates(name: string, ours: Side, floor: Side): Promise<Row> {
  const rates = { ours: [] as number[], floor: [] as number[] };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const offset = repetition * swipesEach;
    rates.ours.push(await swipeRate(ours, swipers, swipesEach, offset));
    rates.floor.push(await swipeRate(floor, swipers, swipesEach, offset));
  }
  const ratio = median(rates.ours.map((rate, n) => rate / rates.floor[n]!));
  const shown = (all: number[]) => Math.round(median(all)).toLocaleString("en");
  return figure(name, shown(rates.ours), shown(rates.floor), `${ratio.toFixed(2)} ×`, "≥ 0.35 ×");
}

async function measureStart(place: string): Promise<Row> {
  const times: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    times.push(await coldStart(place, 17630 + 2 * repetition));
  }
  return figure("G7 start with 10,000 members", `${Math.round(median(times))} ms`, "", "", "≤ 1,000 ms");
}

function figure(name: string, ours: string, floor: string, ratio: string, must: string): Row {
  return { figure: name, ours, floor, ratio, must };
}
