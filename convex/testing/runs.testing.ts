/** How often a property runs with random input: a few times in `npm test`, PROPERTY_TIMES as often in `npm run nightly`. */
export function runs(count: number): number {
  return count * Number(process.env.PROPERTY_TIMES ?? 1);
}
