import { expect } from "vitest";
import { api } from "../_generated/api";
import type { Person } from "./people.testing";

/** Returns the names in a person's deck, in order. */
export async function deckOf(person: Person): Promise<string[]> {
  return (await person.query(api.swipes.deck, {})).profiles.map(({ name }) => name);
}

/** Returns the names in a person's list of matches. */
export async function matchesOf(person: Person): Promise<string[]> {
  return (await person.query(api.matches.list, {})).map(({ user }) => user.name);
}

/** Returns the names in a person's list of pending likes. */
export async function pendingOf(person: Person): Promise<string[]> {
  return (await person.query(api.matches.pendingLikes, {})).map(({ name }) => name);
}

export async function swipesLeft(person: Person): Promise<number> {
  return (await person.query(api.profiles.me, {})).swipesRemaining;
}

/** Returns a person's swipes left today, and the person they swiped last. */
export async function swipeState(person: Person) {
  const me = await person.query(api.profiles.me, {});
  const lastSwiped = await person.query(api.swipes.last, {});
  expect(me.undoable).toBe(lastSwiped !== null);
  return { left: me.swipesRemaining, undos: me.undosRemaining, lastSwiped };
}
