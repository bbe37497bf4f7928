/** Opening lines for a new match, from what the two have in common. */
import { hobbies, type Hobby } from "./options";

/** Their hobbies, and the festival days they chose, as dates. */
type Person = { hobbies: readonly Hobby[]; festivalDays?: readonly string[] | undefined };

/** How many lines there are to choose from. */
const OPENERS = 3;

/** A line for a hobby that both have. */
const hobbyLines: Record<Hobby, string> = {
  "Reading 📚": "We both read. Which book should I borrow from you?",
  "Writing ✍️": "You write too! What are you working on?",
  "Gaming 🎮": "We're both gamers. Co-op or versus?",
  "Music 🎵": "We both love music. Which act here shouldn't I miss?",
  "Dancing 💃": "You dance too! Front row or back of the crowd?",
  "Cooking 🍳": "We both cook. What is your best dish?",
  "Photography 📸": "You take photos too! What is your best shot here so far?",
  "Traveling ✈️": "We both travel. Where should I go next?",
  "Fitness 💪": "You train too! Morning or evening?",
  "Painting 🎨": "We both paint. What is on your easel now?",
  "Movies 🎬": "We both love movies. Which one have you seen twice?",
  "Sports ⚽": "We both love sports. Which team do you support?",
  "Hiking 🏔️": "You hike too! Which trail should I try?",
  "Singing 🎤": "We both sing. Which song could we do together?",
  "Yoga 🧘": "You do yoga too! Is there a quiet spot for it here?",
  "Chess ♟️": "We both play chess. White or black?",
  "Swimming 🏊": "We both swim. Pool or sea?",
};

/** Lines for two people with less in common. */
const generalLines = [
  "Which stage are you at tonight?",
  "What was the best moment of your festival so far?",
  "Where is the best food here?",
];

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns three lines: up to two for common hobbies, one for a common day, then others. */
export function openersOf(mine: Person, theirs: Person): string[] {
  const shared = hobbies.filter((hobby) => mine.hobbies.includes(hobby) && theirs.hobbies.includes(hobby));
  const [first = [], others = []] = [shared.slice(0, 2), shared.slice(2)].map((group) =>
    group.map((hobby) => hobbyLines[hobby]),
  );
  return [...first, ...dayLines(mine, theirs), ...others, ...generalLines].slice(0, OPENERS);
}

/** Returns a line for the last common day, because it stays ahead the longest. */
function dayLines({ festivalDays: mine = [] }: Person, { festivalDays: theirs = [] }: Person): string[] {
  const last = mine
    .filter((date) => theirs.includes(date))
    .toSorted()
    .at(-1);
  const day = last && weekdays[new Date(`${last}T00:00:00Z`).getUTCDay()];
  return day ? [`We are both here on ${day}. Which stage shall we meet at?`] : [];
}
