/** Repeats workloads and times them. */

export const REPETITIONS = 5;

type Work<T> = (repetition: number) => Promise<T>;

/** Runs each work in turn, `count` times, so that all of them meet the same load of the machine. Returns their results by repetition. */
export async function inTurn<T, Name extends string>(
  works: Record<Name, Work<T>>,
  count = REPETITIONS,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(works) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let n = 0; n < count; n++) for (const name of names) all[name].push(await works[name](n));
  return all;
}

/** Runs work `count` times, one after the other. */
export async function series<T>(count: number, work: (k: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let k = 0; k < count; k++) results.push(await work(k));
  return results;
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
