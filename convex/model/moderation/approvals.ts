/** Approving a version of a profile, and taking an approval back. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hushThreads } from "../chat/hushing";
import { leaveDeck, updateDecks } from "../deck/deck";
import { countProfiles } from "../numbers/profileCounts";
import { reopen, reviewedOf, submitVersion, waitingVersionOf } from "./versions";
import { takeDown, showAgain } from "../photos/photos";
import { retirePhotos } from "../photos/evidence";
import { shownPhotos } from "../photos/shown";
import { patchProfile, profileOf } from "../rows/profiles";

type User = Doc<"users">;
type Version = Doc<"submissions">;

/** Whether a waiting version can be approved: all of it is there, with every picture. */
export async function isApprovable(ctx: QueryCtx, user: User, version: Version): Promise<boolean> {
  const reviewed = reviewedOf(version);
  if (reviewed === null || (await profileOf(ctx, user._id)) === null) return false;
  return (await shownPhotos(ctx, reviewed.photoIds)).length === reviewed.photoIds.length;
}

/** Makes an approvable version public. The pictures that it has no more are deleted. */
export async function approve(ctx: MutationCtx, user: User, version: Version): Promise<void> {
  const [reviewed, old] = [reviewedOf(version), await profileOf(ctx, user._id)];
  if (reviewed === null || old === null) return;
  await patchProfile(ctx, old, reviewed);
  await retirePhotos(ctx, user._id, old.photoIds, reviewed.photoIds);
  const status = version.kind === "new" ? "approved" : user.status;
  // The moderator saw what earlier accounts tell, so the approval settles that too.
  const settled = { rejectionReason: undefined, changeRefused: undefined, knownBefore: undefined };
  await ctx.db.patch("users", user._id, { status, ...settled });
  await updateDecks(ctx, { status }, { ...old, ...reviewed });
}

/**
 * Takes an approval back: the profile waits for a moderator as a new one, in its latest version, and nobody is shown it until
 * then. Matches and messages stay, and are hidden as long: nothing is lost where the approval turns out to be right.
 * `approved`: the approved version, which waits again unless its owner has handed in another one.
 */
export async function withdrawApproval(
  ctx: MutationCtx,
  user: User,
  profile: Doc<"profiles">,
  approved?: Version,
): Promise<void> {
  const waiting = await waitingVersionOf(ctx, user._id);
  const { name, age, gender, bio, instagramHandle, photoIds } = profile;
  const shown = { name, age, gender, bio, instagramHandle, photoIds };
  const latest = (waiting && reviewedOf(waiting)) ?? shown;
  await retirePhotos(ctx, user._id, photoIds, latest.photoIds);
  await patchProfile(ctx, profile, latest);
  await ctx.db.patch("users", user._id, { status: "pending", changeRefused: undefined, rejectionReason: undefined });
  await countProfiles(ctx, user._id, { approved: -1 });
  await leaveDeck(ctx, user._id);
  if (approved !== undefined && waiting === null) await reopen(ctx, approved, user._id, latest);
  else await submitVersion(ctx, user._id, latest);
  await hushThreads(ctx, user._id);
  // The addresses that others know answer no more; the desk is shown the pictures by new ones.
  for (const photoId of latest.photoIds) await takeDown(ctx, photoId);
  await showAgain(ctx, latest.photoIds);
}
