/** Repeats workloads, times them, and compares ours with the floor in the same run. */
import { median, ms, ratioOf, type Row } from "./figures";

export const REPETITIONS = 5;

type Work<T> = (repetition: number) => Promise<T>;

/** Runs the works in turn, `count` times, so that all meet the same load of the machine. Returns their results by repetition. */
export async function interleave<T, Name extends string>(
  works: Record<Name, Work<T>>,
  count = REPETITIONS,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(works) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let n = 0; n < count; n++) for (const name of names) all[name].push(await works[name](n));
  return all;
}

export async function series<T>(count: number, work: (k: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let k = 0; k < count; k++) results.push(await work(k));
  return results;
}

/** Returns how long work takes (ms). */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A value for ours and one for the floor. */
export interface Sides<T> {
  ours: T;
  floor: T;
}

/** Measures work on both sides. */
export async function compare<T>(
  figure: string,
  must: string,
  { ours, floor }: Sides<T>,
  work: (side: T, repetition: number) => Promise<number[]>,
): Promise<{ row: Row; time: number }> {
  const times = await interleave({ ours: (n) => work(ours, n), floor: (n) => work(floor, n) });
  const all = times.ours.flat();
  const ratio = ratioOf(times.ours.map(median), times.floor.map(median));
  return { row: { figure, ours: ms(all), floor: ms(times.floor.flat()), ratio, must }, time: median(all) };
}
