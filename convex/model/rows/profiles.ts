/**
 * Rows of profiles. A lint rule lets only this file write them, so that a person's search keys always match their profile.
 */
import { pick } from "convex-helpers";
import { getOneFrom } from "convex-helpers/server/relationships";
import type { WithoutSystemFields } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { freeFields, reviewedFields } from "../../validators/common";
import { keysOf, writeKeys } from "./personKeys";
import { isSame } from "./writing";
import { namesOf } from "../../shared/records";

type Profile = Doc<"profiles">;
export type Reviewed = Infer<typeof reviewedFields>;
type Free = Infer<typeof freeFields>;
type NewProfile = WithoutSystemFields<Profile>;

/** Returns a user's profile, or null before the first submission. */
export async function profileOf({ db }: Pick<QueryCtx, "db">, userId: Id<"users">): Promise<Doc<"profiles"> | null> {
  return await getOneFrom(db, "profiles", "by_userId", userId);
}

export function reviewedPart<From extends Partial<Reviewed>>(from: From): Pick<From, keyof Reviewed> {
  return pick(from, reviewedKeys);
}

export function freePart<From extends Partial<Free>>(from: From): Pick<From, keyof Free> {
  return pick(from, freeKeys);
}

export const reviewedKeys = namesOf(reviewedFields.fields);
const freeKeys = namesOf(freeFields.fields);

export async function insertProfile(ctx: MutationCtx, profile: NewProfile): Promise<void> {
  await ctx.db.insert("profiles", profile);
  await writeKeysOf(ctx, profile);
}

export async function replaceProfile(ctx: MutationCtx, old: Profile, profile: NewProfile): Promise<void> {
  await ctx.db.replace("profiles", old._id, profile);
  if (haveKeysChanged(old, profile)) await writeKeysOf(ctx, profile);
}

/** Changes some fields of a profile, and returns it. Writes nothing if they are the same, as when a new profile is approved. */
export async function patchProfile(ctx: MutationCtx, old: Profile, change: Partial<NewProfile>): Promise<Profile> {
  if (isSame(old, change)) return old;
  const profile = { ...old, ...change };
  await ctx.db.patch("profiles", old._id, change);
  if (haveKeysChanged(old, profile)) await writeKeysOf(ctx, profile);
  return profile;
}

/** Deletes a profile. Its owner is then found by address only. */
export async function deleteProfile(ctx: MutationCtx, { _id, userId }: Profile): Promise<void> {
  await ctx.db.delete("profiles", _id);
  const user = await ctx.db.get("users", userId);
  if (user !== null) await writeKeys(ctx, userId, keysOf(user.email, null));
}

function haveKeysChanged(old: NewProfile, next: NewProfile): boolean {
  return old.name !== next.name || old.instagramHandle !== next.instagramHandle;
}

async function writeKeysOf(ctx: MutationCtx, profile: NewProfile): Promise<void> {
  const user = await ctx.db.get("users", profile.userId);
  if (user !== null) await writeKeys(ctx, user._id, keysOf(user.email, profile));
}
