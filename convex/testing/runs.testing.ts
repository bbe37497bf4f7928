/**
 * Returns the number of runs of a test with random input: a third of `count` in `npm test`, `count` times PROPERTY_TIMES in `npm run
 * nightly`.
 */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_TIMES ?? 1 / 3));
}
