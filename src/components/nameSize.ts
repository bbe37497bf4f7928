/** `[most letters of a word, most letters of the name, class]`, from the largest size: the first that fits is taken. */
type Sizes = readonly (readonly [longestWord: number, longestName: number, className: string])[];

/**
 * The size of a name, so that no word breaks on a phone and the face above it stays visible. The last size is for every name
 * that is too long for the others.
 */
export function nameSize(name: string, sizes: Sizes): string {
  // A line may also end after a hyphen.
  const word = Math.max(...name.split(/\s|(?<=-)/).map(lengthOf));
  const fit = sizes.find(([longestWord, longestName]) => word <= longestWord && lengthOf(name) <= longestName);
  return (fit ?? sizes.at(-1))?.[2] ?? "";
}

/** On a card as wide as a phone: with room for the age beside the last word. */
export const cardSizes: Sizes = [
  [13, 22, "text-poster low:text-title broad:text-title"],
  [
    Infinity,
    Infinity,
    "text-title large:text-poster low:text-[length:min(var(--text-title),9cqw)] broad:text-[length:min(var(--text-title),5cqw)]",
  ],
];

function lengthOf(text: string): number {
  return [...text].length;
}
