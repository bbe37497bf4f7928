/** Ages in the deck. Two people fit only if each is in the other's age range. Indexes find them without reading people who do not fit. */
import type { Infer } from "convex/values";
import { limits } from "../../shared/limits";
import type { ageGroups, ageRange } from "../../validators/common";

export type AgeRange = Infer<typeof ageRange>;
export type AgeGroups = Infer<typeof ageGroups>;
/** A group of neighbouring ages, and the entry field that names it. */
export type AgeGroup = { [Field in keyof AgeGroups]: { field: Field; value: number } }[keyof AgeGroups];

/** Marks an entry for viewers of any age. */
export const ANY_AGE = 0;

/** Returns the ages a member wants to meet. */
export function agesOf({ ageRange }: { ageRange?: AgeRange | undefined }): AgeRange {
  return ageRange ?? { min: limits.ageMin, max: limits.ageMax };
}

/** True if `range` includes all of `other`. */
export function covers(range: AgeRange, other: AgeRange): boolean {
  return range.min <= other.min && other.max <= range.max;
}

export function isSameRange(range: AgeRange, other: AgeRange): boolean {
  return covers(range, other) && covers(other, range);
}

export function hasAge(range: AgeRange, age: number): boolean {
  return range.min <= age && age <= range.max;
}

/** Returns the viewer ages that each need their own entry. One entry serves all if the member wants to meet any age. */
export function viewerAgesOf(range: AgeRange): number[] {
  if (isAnyAge(range)) return [ANY_AGE];
  return Array.from({ length: range.max - range.min + 1 }, (_, i) => range.min + i);
}

export function groupsOf(age: number): AgeGroups {
  const year = age - limits.ageMin;
  return { age, ages2: Math.floor(year / 2), ages4: Math.floor(year / 4) };
}

/**
 * Splits a range into the fewest groups, at most five. Returns null for a range that excludes nobody. Groups span one, two or four years,
 * so any range takes only a few index reads.
 */
export function groupsIn(range: AgeRange): AgeGroup[] | null {
  if (isAnyAge(range)) return null;
  const groups: AgeGroup[] = [];
  for (let age = range.min; age <= range.max;) {
    const { ages2, ages4 } = groupsOf(age);
    const year = age - limits.ageMin;
    // Nobody is older than the last year, so a group may reach beyond it.
    const fits = (width: number) => year % width === 0 && Math.min(age + width - 1, limits.ageMax) <= range.max;
    if (fits(4)) groups.push({ field: "ages4", value: ages4 });
    else if (fits(2)) groups.push({ field: "ages2", value: ages2 });
    else groups.push({ field: "age", value: age });
    age += fits(4) ? 4 : fits(2) ? 2 : 1;
  }
  return groups;
}

/** True if a range excludes nobody. */
export function isAnyAge(range: AgeRange): boolean {
  return range.min <= limits.ageMin && range.max >= limits.ageMax;
}
