/**
 * Pictures by which a person may be known again. A look is a perceptual hash of 64 bits (`services/photosLook.ts`): it hardly
 * changes when a picture is scaled or encoded again, so similar pictures differ in few bits. It is a hint, and no more.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type Owner = Doc<"looks">["owner"];

/** Notes how the picture looks of somebody with whom something happened. */
export async function noteLook(ctx: MutationCtx, owner: Owner, photoId: Id<"photos">): Promise<void> {
  const look = (await ctx.db.get("photos", photoId))?.look;
  if (look === undefined || isPlain(look) || (await looksOf(ctx, owner)).some((row) => row.look === look)) return;
  for (const part of partsOf(look)) await ctx.db.insert("looks", { owner, look, part });
}

/** Whose noted pictures look like this one. */
export async function ownersOfLook(ctx: QueryCtx, photoId: Id<"photos">): Promise<Set<Owner>> {
  const look = (await ctx.db.get("photos", photoId))?.look;
  const alike = new Set<Owner>();
  for (const part of look === undefined || isPlain(look) ? [] : partsOf(look)) {
    const rows = ctx.db.query("looks").withIndex("by_part", (q) => q.eq("part", part));
    for (const row of await rows.order("desc").take(EACH_PART)) {
      if (differingBits(row.look, look ?? "") <= BITS_MOST) alike.add(row.owner);
    }
  }
  return alike;
}

/** Hands the looks of a user to the deleted account that is kept of them; null: deletes them. */
export async function moveLooks(ctx: MutationCtx, owner: Owner, to: Id<"formerAccounts"> | null): Promise<void> {
  for (const { _id } of await looksOf(ctx, owner)) {
    if (to === null) await ctx.db.delete("looks", _id);
    else await ctx.db.patch("looks", _id, { owner: to });
  }
}

/** Of 64 bits. Two looks that differ in seven at most share one of their eight bytes, by which they are found. */
const BITS_MOST = 7;
const PARTS = 8;
/** The newest pictures that share one part. */
const EACH_PART = 50;
/** Looks of one person: of a few pictures, each in its parts. */
const LOOKS_MOST = 200;

async function looksOf(ctx: QueryCtx, owner: Owner) {
  return await ctx.db
    .query("looks")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(LOOKS_MOST);
}

function partsOf(look: string): string[] {
  return Array.from({ length: PARTS }, (_, i) => `${i}:${look.slice(2 * i, 2 * i + 2)}`);
}

/** A picture of one colour, or that only gets brighter, looks like all others of its kind. */
function isPlain(look: string): boolean {
  const set = differingBits(look, "0".repeat(2 * PARTS));
  return set <= BITS_MOST || set >= 8 * PARTS - BITS_MOST;
}

function differingBits(one: string, other: string): number {
  const bits = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2);
  return bits.replaceAll("0", "").length;
}
