/**
 * Recognising a person's pictures by a perceptual hash of 64 bits (`services/photosHash.ts`). Scaling or re-encoding hardly changes it, so
 * similar pictures differ in few bits. It is only a hint.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type Owner = Doc<"imageHashes">["owner"];

/** Stores the hash of a picture of a user with a history. */
export async function recordImageHash(ctx: MutationCtx, owner: Owner, photoId: Id<"photos">): Promise<void> {
  const imageHash = (await ctx.db.get("photos", photoId))?.imageHash;
  if (imageHash === undefined || isPlain(imageHash)) return;
  if ((await hashRowsOf(ctx, owner)).some((row) => row.imageHash === imageHash)) return;
  for (const part of partsOf(imageHash)) await ctx.db.insert("imageHashes", { owner, imageHash, part });
}

/** Returns the owners of stored pictures that look like this one. */
export async function ownersOfSimilarPhotos(ctx: QueryCtx, { imageHash }: Doc<"photos">): Promise<Set<Owner>> {
  const owners = new Set<Owner>();
  for (const part of imageHash === undefined || isPlain(imageHash) ? [] : partsOf(imageHash)) {
    const rows = ctx.db.query("imageHashes").withIndex("by_part", (q) => q.eq("part", part));
    for (const row of await rows.order("desc").take(ROWS_PER_PART)) {
      if (differingBits(row.imageHash, imageHash ?? "") <= MAX_DIFFERING_BITS) owners.add(row.owner);
    }
  }
  return owners;
}

/** Moves a user's hashes to the record of their deleted account. Null: deletes them. */
export async function moveImageHashes(ctx: MutationCtx, owner: Owner, to: Id<"formerAccounts"> | null): Promise<void> {
  for (const { _id } of await hashRowsOf(ctx, owner)) {
    if (to === null) await ctx.db.delete("imageHashes", _id);
    else await ctx.db.patch("imageHashes", _id, { owner: to });
  }
}

/** Out of 64 bits. Hashes that differ in at most seven bits share at least one of their eight bytes. The index finds them by that byte. */
const MAX_DIFFERING_BITS = 7;
const PARTS = 8;
/** Pictures compared per part, newest first. */
const ROWS_PER_PART = 50;
/** Rows of one person: a few pictures, each in eight parts. */
const MAX_ROWS = 200;

async function hashRowsOf(ctx: QueryCtx, owner: Owner) {
  return await ctx.db
    .query("imageHashes")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(MAX_ROWS);
}

function partsOf(imageHash: string): string[] {
  return Array.from({ length: PARTS }, (_, i) => `${i}:${imageHash.slice(2 * i, 2 * i + 2)}`);
}

/** Pictures of one colour, or of one gradient, all look alike. */
function isPlain(imageHash: string): boolean {
  const set = differingBits(imageHash, "0".repeat(2 * PARTS));
  return set <= MAX_DIFFERING_BITS || set >= 8 * PARTS - MAX_DIFFERING_BITS;
}

function differingBits(one: string, other: string): number {
  const bits = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2);
  return bits.replaceAll("0", "").length;
}
