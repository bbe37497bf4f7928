/** Closing reports. Text and decision stay as long as the person. The card's content goes. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteWords } from "../chat/evidence";
import { markWaiting } from "../moderation/versions";
import { isEvidence } from "../photos/evidence";
import { deletePhoto } from "../photos/photos";
import { profileOf } from "../rows/profiles";
import { reportsAbout } from "./reports";

type Decision = NonNullable<Doc<"reports">["decision"]>;

export async function closeReport(
  ctx: MutationCtx,
  { _id, card }: Doc<"reports">,
  reported: Id<"users">,
  what: Decision["what"],
): Promise<void> {
  await deleteWords(ctx, _id);
  await ctx.db.patch("reports", _id, { status: "closed", card: undefined, decision: { what, at: Date.now() } });
  await markWaiting(ctx, reported);
  for (const photoId of card?.photoIds ?? []) await deleteEvidence(ctx, reported, photoId);
}

/** Closes all open reports about a suspended user, so none are left when they are restored. */
export async function closeOpenReports(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  for (;;) {
    const open = await reportsAbout(ctx, reported, "open");
    for (const report of open) await closeReport(ctx, report, reported, "suspended");
    if (open.length === 0) return;
  }
}

/** Deletes a picture, unless the profile or another report still shows it. */
async function deleteEvidence(ctx: MutationCtx, userId: Id<"users">, photoId: Id<"photos">): Promise<void> {
  if ((await profileOf(ctx, userId))?.photoIds.includes(photoId)) return;
  if (!(await isEvidence(ctx, userId, photoId))) await deletePhoto(ctx, photoId);
}
