/** Taking back a swipe, for tests. */
import { expect } from "vitest";
import { api } from "../_generated/api";
import { man, woman } from "./crowd.testing";
import type { Person } from "./people.testing";
import type { Product } from "./product.testing";

export async function pair(t: Product): Promise<[Person, Person]> {
  return [await woman(t, "Asha"), await man(t, "Ravi")];
}

export async function undo(person: Person, { userId }: Pick<Person, "userId">): Promise<null> {
  return await person.mutation(api.swipes.undo, { profileId: userId });
}

export async function told(person: Person) {
  const me = await person.query(api.profiles.me, {});
  const lastSwiped = await person.query(api.swipes.last, {});
  expect(me.undoable).toBe(lastSwiped !== null);
  return { left: me.swipesRemaining, undos: me.undosRemaining, lastSwiped };
}
