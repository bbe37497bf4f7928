/** The organisers' own picture: on the front page, and in every shared link. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { encodedPicture } from "../../validators/festival";
import { recordChange } from "./changes";
import { served } from "../photos/shown";

/** Replaces the picture, and deletes the old one's files. */
export async function savePicture(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { wide, social }: Infer<typeof encodedPicture>,
): Promise<void> {
  const had = await dropPicture(ctx);
  await ctx.db.insert("festivalPictures", { wide: await served(ctx, wide), social: await served(ctx, social) });
  await recordChange(ctx, organiser, [
    { field: "picture", before: had ? "a picture" : "", after: had ? "another picture" : "a picture" },
  ]);
}

export async function removePicture(ctx: MutationCtx, organiser: Doc<"users">): Promise<void> {
  if (!(await dropPicture(ctx))) return;
  await recordChange(ctx, organiser, [{ field: "picture", before: "a picture", after: "" }]);
}

async function dropPicture(ctx: MutationCtx): Promise<boolean> {
  const row = await ctx.db.query("festivalPictures").first();
  if (row === null) return false;
  for (const { storageId } of [row.wide, row.social]) await ctx.storage.delete(storageId);
  await ctx.db.delete("festivalPictures", row._id);
  return true;
}
