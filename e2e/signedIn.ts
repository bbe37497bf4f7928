/** People made over HTTP and then signed in with a browser of their own. */
import { makeAccount, makeMember } from "./doors";
import { expect, signIn, type Person } from "./fixtures";
import type { Ready } from "./product";

/** A member with the browser already signed in and on a screen. */
export async function memberOn(ready: Ready, person: Person, path: string): Promise<Person> {
  const { email, password } = await makeMember(ready, { name: person.name, gender: "female" });
  await signIn({ ...person, email, password });
  await expect(person.page).toHaveURL(/\/swipe$/);
  await person.page.goto(path);
  return { ...person, email, password };
}

/** Somebody with an account and no profile, where that leads. */
export async function newcomerOn(ready: Ready, person: Person): Promise<Person> {
  const { email, password } = await makeAccount(ready, person.name);
  await signIn({ ...person, email, password });
  await expect(person.page).toHaveURL(/\/create-profile$/);
  return { ...person, email, password };
}
