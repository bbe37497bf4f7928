/** Measures ours and the floor in turn, in the same run. */
import { median, ms, ratioOf, type Row } from "./figures";
import { inTurn } from "./loops";
import type { Side } from "./workloads";

/** Ours and the floor, or what was made for the two. */
export interface Sides<T = Side> {
  ours: T;
  floor: T;
}

/** Times a piece of work on both sides. */
export async function compare<T>(
  figure: string,
  must: string,
  { ours, floor }: Sides<T>,
  work: (side: T, repetition: number) => Promise<number[]>,
): Promise<{ row: Row; time: number }> {
  const times = await inTurn({ ours: (n) => work(ours, n), floor: (n) => work(floor, n) });
  const all = times.ours.flat();
  const ratio = ratioOf(times.ours.map(median), times.floor.map(median));
  return { row: { figure, ours: ms(all), floor: ms(times.floor.flat()), ratio, must }, time: median(all) };
}
