/**
 * Returns how often a property runs with random input. In `npm test` a third of `count`, in `npm run nightly` PROPERTY_TIMES as often as
 * `count`.
 */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_TIMES ?? 1 / 3));
}
