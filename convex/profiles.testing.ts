/** Pictures and changes of profiles, for tests. */
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { profileInput, type Person, type Product, type ProfileInput } from "./people.testing";

/** Sends the edit form of somebody called Asha. */
export async function change(person: Person, fields: Partial<ProfileInput>): Promise<void> {
  await person.mutation(api.profiles.update, { profile: profileInput("Asha", fields) });
}

/** The path of the picture in somebody's own profile. */
export async function photoOf(person: Person): Promise<string> {
  const { photoURL } = await person.query(api.profiles.me, {});
  return photoURL === null ? "/no picture" : new URL(photoURL).pathname;
}

/** The id of the picture in a member's profile. */
export async function shownPhoto(t: Product, { userId }: Person): Promise<Id<"photos">> {
  const profiles = await t.run(async (ctx) => await ctx.db.query("profiles").collect());
  const photoId = profiles.find((profile) => profile.userId === userId)?.photoId;
  if (photoId === undefined) throw new Error("There is no picture");
  return photoId;
}

/** How many files are stored. */
export async function files(t: Product): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.system.query("_storage").collect()).length);
}
