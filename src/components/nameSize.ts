/** `[letters of the longest word, letters of the whole, class]`, from the largest: the first that a name is within. */
type Sizes = readonly (readonly [word: number, whole: number, className: string])[];

/**
 * How large a name is set, so that no word of it breaks on a phone and a face is still seen above it. The last size takes
 * every name that is too long for the others.
 */
export function nameSize(name: string, sizes: Sizes): string {
  // A line may also end after a hyphen.
  const word = Math.max(...name.split(/\s|(?<=-)/).map(lengthOf));
  const fit = sizes.find(([longest, whole]) => word <= longest && lengthOf(name) <= whole);
  return (fit ?? sizes.at(-1))?.[2] ?? "";
}

/** On a card as wide as a phone. */
export const cardSizes: Sizes = [
  [17, 22, "text-poster"],
  [Infinity, Infinity, "text-title"],
];

function lengthOf(text: string): number {
  return [...text].length;
}
