/** Ages in the deck: whom a member wants to meet, both ways, and how this is read without reading those who do not fit. */
import type { Infer } from "convex/values";
import { limits } from "../../shared/limits";
import type { ageGroups, ageRange } from "../../validators/common";

export type AgeRange = Infer<typeof ageRange>;
export type AgeGroups = Infer<typeof ageGroups>;
/** People of neighbouring ages, by the field of an entry that names them. */
export type AgeGroup = { [Field in keyof AgeGroups]: { field: Field; is: number } }[keyof AgeGroups];

/** The age of the viewers of an entry that is for viewers of any age. */
export const ANY_AGE = 0;

/** The ages that a member wants to meet. */
export function agesOf({ ageRange }: { ageRange?: AgeRange | undefined }): AgeRange {
  return ageRange ?? { min: limits.ageMin, max: limits.ageMax };
}

/** Whether a range has all ages of another one. */
export function covers(range: AgeRange, other: AgeRange): boolean {
  return range.min <= other.min && other.max <= range.max;
}

/** Whether two ranges are the same. */
export function isSameRange(one: AgeRange, other: AgeRange): boolean {
  return covers(one, other) && covers(other, one);
}

/** Whether an age is in a range. */
export function hasAge(range: AgeRange, age: number): boolean {
  return range.min <= age && age <= range.max;
}

/** The ages of the viewers who have an entry each: one for all of them, where the member wants to meet people of any age. */
export function viewerAgesOf(range: AgeRange): number[] {
  if (isAnyAge(range)) return [ANY_AGE];
  return Array.from({ length: range.max - range.min + 1 }, (_, i) => range.min + i);
}

/** The groups that a member of this age is in. */
export function groupsOf(age: number): AgeGroups {
  const year = age - limits.ageMin;
  return { age, ages2: Math.floor(year / 2), ages4: Math.floor(year / 4) };
}

/**
 * The fewest groups that make up a range, five at most; null: everybody. Groups are of one, two and four years, so that a
 * range of any width is read from a few parts of an index.
 */
export function groupsIn(range: AgeRange): AgeGroup[] | null {
  if (isAnyAge(range)) return null;
  const groups: AgeGroup[] = [];
  for (let age = range.min; age <= range.max;) {
    const { ages2, ages4 } = groupsOf(age);
    const year = age - limits.ageMin;
    // Nobody is older than the last year, so a group that reaches beyond it is as good as one that ends there.
    const fits = (width: number) => year % width === 0 && Math.min(age + width - 1, limits.ageMax) <= range.max;
    if (fits(4)) groups.push({ field: "ages4", is: ages4 });
    else if (fits(2)) groups.push({ field: "ages2", is: ages2 });
    else groups.push({ field: "age", is: age });
    age += fits(4) ? 4 : fits(2) ? 2 : 1;
  }
  return groups;
}

/** Whether a range leaves nobody out. */
export function isAnyAge(range: AgeRange): boolean {
  return range.min <= limits.ageMin && range.max >= limits.ageMax;
}
