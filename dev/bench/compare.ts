/** Measures ours and the floor in turn, in the same run. */
import { median, ms, perSecond, ratioOf, type Row } from "./figures";
import { inTurn } from "./loops";
import { swipeRate, type Side } from "./workloads";

export interface Sides {
  ours: Side;
  floor: Side;
}

/** Times a piece of work on both sides. */
export async function compare(
  figure: string,
  must: string,
  { ours, floor }: Sides,
  work: (side: Side, repetition: number) => Promise<number[]>,
): Promise<{ row: Row; time: number }> {
  const times = await inTurn({ ours: (n) => work(ours, n), floor: (n) => work(floor, n) });
  const all = times.ours.flat();
  const ratio = ratioOf(times.ours.map(median), times.floor.map(median));
  return { row: { figure, ours: ms(all), floor: ms(times.floor.flat()), ratio, must }, time: median(all) };
}

/** Swipes per second of both sides. */
export async function compareRates(label: string, clients: number, each: number, { ours, floor }: Sides): Promise<Row> {
  const rates = await inTurn({
    ours: (n) => swipeRate(ours, clients, each, n * each),
    floor: (n) => swipeRate(floor, clients, each, n * each),
  });
  return {
    figure: `G2 swipes/s, ${clients} clients, ${label}`,
    ours: perSecond(rates.ours),
    floor: perSecond(rates.floor),
    ratio: ratioOf(rates.ours, rates.floor),
    must: "≥ 0.35 ×",
  };
}
