/** `[max letters of a word, max letters of the name, class]`, largest size first. The first that fits is used. */
type Sizes = readonly (readonly [longestWord: number, longestName: number, className: string])[];

/** Returns the class for a name's size, so that no word breaks on a phone and the face above stays visible. */
export function nameSize(name: string, sizes: Sizes): string {
  // A line may also end after a hyphen.
  const word = Math.max(...name.split(/\s|(?<=-)/).map(lengthOf));
  const fit = sizes.find(([longestWord, longestName]) => word <= longestWord && lengthOf(name) <= longestName);
  return (fit ?? sizes.at(-1))?.[2] ?? "";
}

/** On a card as wide as a phone, with room for the age beside the last word. */
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
