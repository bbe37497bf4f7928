import type { StorageActionWriter } from "convex/server";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addPhoto } from "../model/photos/photos";
import { rowsIn, type Product } from "./product.testing";

export type ProfileInput = (typeof api.profiles.create)["_args"]["profile"];
type Owner = { userId: Id<"users"> };
type Client = Pick<Product, "query" | "mutation">;

/** Returns the values of the profile form for a person of this name, by default a woman of 21 who is interested in everyone. */
export function profileInput(name: string, fields: Partial<ProfileInput> = {}): ProfileInput {
  return {
    name,
    age: 21,
    gender: "female",
    bio: `${name} likes late concerts.`,
    instagramHandle: `${name.toLowerCase().replace(/[^a-z0-9]/g, "")}.insta`,
    phoneNumber: phoneOf(name),
    drinking: "Never",
    smoking: "Never",
    hobbies: ["Music 🎵"],
    interestedIn: "everyone",
    ...fields,
  };
}

/** Returns the phone number of a person of this name. Other names have other numbers. */
export function phoneOf(name: string): string {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000_000, 7);
  return `+9198${String(number).padStart(8, "0")}`;
}

/** Inserts an uploaded picture that no profile shows yet. */
export async function pictureOf(t: Product, { userId }: Owner, photoHash?: string): Promise<Id<"photos">> {
  return await t.run(async (ctx) => await insertPicture(ctx, userId, photoHash));
}

/** Inserts an uploaded picture within a test's own transaction. */
export async function insertPicture(
  ctx: MutationCtx,
  userId: Id<"users">,
  photoHash = PLAIN_HASH,
): Promise<Id<"photos">> {
  const storage = ctx.storage as StorageActionWriter;
  const files = await Promise.all([file(storage), file(storage), file(storage), file(storage)]);
  const [storageId, large, middle, small] = files;
  const encoded = {
    storageId,
    widths: { large, middle, small },
    imageHash: photoHash,
    hash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  };
  const saved = await addPhoto(ctx, { userId, key: crypto.randomUUID(), encoded });
  if (saved === null) throw new Error("The account is gone");
  return saved.photoId;
}

/** The hash of a picture that looks like no other. */
const PLAIN_HASH = "0000000000000000";

/** A picture of one dot. */
const dot = Uint8Array.from(atob("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="), (letter) => letter.charCodeAt(0));

/** Stores a file that differs from all others, because convex-test derives the address from the content. */
async function file(storage: StorageActionWriter): Promise<Id<"_storage">> {
  return await storage.store(new Blob([dot, crypto.randomUUID()], { type: "image/webp" }));
}

/** Returns the id of the person's waiting version. It comes from the table, because moderators do not see whose a version is. */
export async function waitingVersion(t: Product, { userId }: Owner): Promise<Id<"submissions">> {
  const version = await t.run(
    async (ctx) =>
      await ctx.db
        .query("submissions")
        .withIndex("by_userId_and_status", (q) => q.eq("userId", userId).eq("status", "waiting"))
        .unique(),
  );
  if (version === null) throw new Error(`Nothing of ${userId} waits`);
  return version._id;
}

/** Sends the edit form of a person called Asha. */
export async function change(person: Client, fields: Partial<ProfileInput>): Promise<void> {
  await person.mutation(api.profiles.update, { profile: profileInput("Asha", fields) });
}

/** Returns the path of the picture in a person's own profile. */
export async function photoOf(person: Client): Promise<string> {
  const { photoURL } = await person.query(api.profiles.me, {});
  return photoURL === null ? "/no picture" : new URL(photoURL).pathname;
}

/** Returns the id of the picture in a member's profile. */
export async function shownPhoto(t: Product, { userId }: Owner): Promise<Id<"photos">> {
  const profiles = await rowsIn(t, "profiles");
  const photoId = profiles.find((profile) => profile.userId === userId)?.photoIds[0];
  if (photoId === undefined) throw new Error("There is no picture");
  return photoId;
}

/** The files of a picture: three widths for others, and the kept one. */
export const FILES_EACH = 4;

export async function files(t: Product): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.system.query("_storage").collect()).length);
}
