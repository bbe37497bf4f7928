/** Measures ours and the floor in turn, in the same run. The ratio is the median of the ratios within each repetition. */
import { figure, median, ms, type Row } from "./figures";
import { swipeRate, type Side } from "./workloads";

export const REPETITIONS = 5;

export interface Sides {
  ours: Side;
  floor: Side;
}

/** Times a piece of work on both sides, `REPETITIONS` times. */
export async function compare(
  name: string,
  must: string,
  { ours, floor }: Sides,
  work: (side: Side, repetition: number) => Promise<number[]>,
): Promise<{ row: Row; time: number }> {
  const times = { ours: [] as number[], floor: [] as number[] };
  const ratios: number[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const [mine, theirs] = [await work(ours, repetition), await work(floor, repetition)];
    times.ours.push(...mine);
    times.floor.push(...theirs);
    ratios.push(median(mine) / median(theirs));
  }
  const row = figure(name, ms(times.ours), ms(times.floor), `${median(ratios).toFixed(2)} ×`, must);
  return { row, time: median(times.ours) };
}

/** Swipes per second of both sides. */
export async function compareRates(label: string, clients: number, each: number, { ours, floor }: Sides): Promise<Row> {
  const rates = { ours: [] as number[], floor: [] as number[] };
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    rates.ours.push(await swipeRate(ours, clients, each, repetition * each));
    rates.floor.push(await swipeRate(floor, clients, each, repetition * each));
  }
  const ratio = median(rates.ours.map((rate, n) => rate / rates.floor[n]!));
  const name = `G2 swipes/s, ${clients} clients, ${label}`;
  return figure(name, perSecond(rates.ours), perSecond(rates.floor), `${ratio.toFixed(2)} ×`, "≥ 0.35 ×");
}

export function perSecond(rates: number[]): string {
  return Math.round(median(rates)).toLocaleString("en");
}
