/** How often a property runs with random input: a third of `count` in `npm test`, PROPERTY_TIMES as often as `count` in `npm run nightly`. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_TIMES ?? 1 / 3));
}
