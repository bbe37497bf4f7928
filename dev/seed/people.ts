import { demoDomain } from "../../convex/shared/demo";
import type { Gender, Habit, Hobby, Interest } from "../../convex/shared/options";
import { habits, hobbies } from "../../convex/shared/options";
import { men } from "./men";
import { women } from "./women";

/** A demo person, with their form input. */
export interface Person {
  email: string;
  profile: {
    name: string;
    age: number;
    gender: Gender;
    interestedIn?: Interest;
    phoneNumber: string;
    bio: string;
    instagramHandle: string;
    drinking: Habit;
    smoking: Habit;
    hobbies: Hobby[];
    course: string;
    year: string;
  };
  /** One to three file names in `portraits`, in the card's order. */
  portraits: string[];
  gold: boolean;
  vip: boolean;
  /** True if the profile stays in the review queue. */
  waits: boolean;
  /** True if they like every newcomer, so that a first evening has matches. */
  likesEverybody: boolean;
}

/** Returns the first `count` people: women and men in turn, of every tier. Some wait for review, some like every newcomer. */
export function peopleOf(count: number): Person[] {
  return Array.from({ length: count }, (_, i) => personAt(i));
}

const tables = { female: rowsOf(women), male: rowsOf(men) };

function personAt(i: number): Person {
  const gender = i % 2 === 0 ? "female" : "male";
  const rows = tables[gender];
  const at = Math.floor(i / 2);
  const row = rows[at % rows.length]!;
  const repetition = Math.floor(at / rows.length);
  const profile = { ...row, gender, phoneNumber: `+9190000${String(10_000 + i).padStart(5, "0")}` } as const;
  const handle = repetition === 0 ? row.instagramHandle : `${row.instagramHandle.slice(0, 24)}.${repetition + 1}`;
  return {
    email: `${handle}@${demoDomain}`,
    profile: { ...profile, instagramHandle: handle, ...interestOf(i) },
    portraits: portraitsOf(row.instagramHandle, i % (2 * rows.length)),
    ...traitsOf(i),
  };
}

/** Returns one, two or three photos, for a third of the people each. A repeated person has the same photos. */
function portraitsOf(handle: string, i: number): string[] {
  return [`${handle}.webp`, `${handle}.2.webp`, `${handle}.3.webp`].slice(0, 1 + (i % 3));
}

/** Returns a person's traits. Eight of the first 32 like every newcomer, six of sixty wait, and Gold and VIP occur alone and together. */
function traitsOf(i: number): Pick<Person, "gold" | "vip" | "waits" | "likesEverybody"> {
  const likesEverybody = i < 32 && (i % 8 === 2 || i % 8 === 3);
  const waits = i % 20 === 8 || i % 20 === 15;
  return {
    likesEverybody,
    waits,
    gold: likesEverybody || i % 12 === 5 || i % 12 === 0,
    vip: i % 9 === 4 || i === 10 || i === 24,
  };
}

/** Returns no interest for most people: they use the form's default. */
function interestOf(i: number): { interestedIn?: Interest } {
  if (i === 18 || i === 19 || i % 14 === 6) return { interestedIn: "everyone" };
  if (i === 13) return { interestedIn: "male" };
  return i === 20 ? { interestedIn: "female" } : {};
}

/** Parses a table: name | age | handle | course | year | hobbies | drinks, smokes | bio. */
function rowsOf(table: string) {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const [name, age, instagramHandle, course, year, likes, habit, bio] = cells as [string, ...string[]];
      const [drinking, smoking] = habit!.split(" ").map(habitOf);
      return {
        ...{ name, age: Number(age), instagramHandle: instagramHandle!, course: course!, year: year!, bio: bio! },
        hobbies: likes!.split(" ").map(hobbyOf),
        drinking: drinking!,
        smoking: smoking!,
      };
    });
}

function habitOf(initial: string): Habit {
  return habits.find((habit) => habit.startsWith(initial))!;
}

function hobbyOf(word: string): Hobby {
  return hobbies.find((hobby) => hobby.startsWith(word))!;
}
