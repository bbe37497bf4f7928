/** Approving a profile version, and withdrawing an approval. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { clearOthersUnread } from "../chat/unreadCounts";
import { leaveDeck, updateDecks } from "../deck/deck";
import { countProfiles } from "../numbers/profileCounts";
import { reopen, reviewedOf, submitVersion, waitingVersionOf } from "./versions";
import { takeDown, showAgain } from "../photos/photos";
import { retirePhotos } from "../photos/evidence";
import { storedPhotos, type ShownPhoto } from "../photos/shown";
import { patchProfile, profileOf, reviewedPart, type Reviewed } from "../rows/profiles";

type User = Doc<"users">;
type Version = Doc<"submissions">;

/** The fields and photos that an approval publishes, and the profile they replace. */
export type Approvable = { old: Doc<"profiles">; reviewed: Reviewed; photos: ShownPhoto[] };

/** Returns what an approval of a waiting version publishes. Null unless it is complete, with every picture. */
export async function approvableOf(ctx: QueryCtx, user: User, version: Version): Promise<Approvable | null> {
  const reviewed = reviewedOf(version);
  if (reviewed === null) return null;
  const [old, photos] = await Promise.all([profileOf(ctx, user._id), storedPhotos(ctx, reviewed.photoIds)]);
  return old !== null && photos.length === reviewed.photoIds.length ? { old, reviewed, photos } : null;
}

/** Publishes an approvable version. Deletes pictures that it no longer has. */
export async function approve(ctx: MutationCtx, user: User, version: Version, approvable: Approvable): Promise<void> {
  const { old, reviewed, photos } = approvable;
  await patchProfile(ctx, old, reviewed);
  await retirePhotos(ctx, old.photoIds, reviewed.photoIds);
  const status = version.kind === "new" ? "approved" : user.status;
  // The moderator has seen the history of earlier accounts, so the approval settles that too.
  const settled = { rejectionReason: undefined, changeRefused: undefined, knownBefore: undefined };
  await ctx.db.patch("users", user._id, { status, ...settled });
  await updateDecks(ctx, { status }, { ...old, ...reviewed }, photos);
}

/**
 * Withdraws an approval. The profile's latest version waits as a new one and is hidden until then. Matches and messages stay, hidden, so
 * nothing is lost if it is approved again. `approved`: the approved version, which waits again unless its owner has submitted another.
 */
export async function withdrawApproval(
  ctx: MutationCtx,
  user: User,
  profile: Doc<"profiles">,
  approved?: Version,
): Promise<void> {
  const waiting = await waitingVersionOf(ctx, user._id);
  const latest = (waiting && reviewedOf(waiting)) ?? reviewedPart(profile);
  await retirePhotos(ctx, profile.photoIds, latest.photoIds);
  await patchProfile(ctx, profile, latest);
  await ctx.db.patch("users", user._id, { status: "pending", changeRefused: undefined, rejectionReason: undefined });
  await countProfiles(ctx, user._id, { approved: -1 });
  await leaveDeck(ctx, user._id);
  if (approved !== undefined && waiting === null) await reopen(ctx, approved, user._id, latest);
  else await submitVersion(ctx, user._id, latest);
  await clearOthersUnread(ctx, user._id);
  // The addresses that others know stop working. The desk gets new ones.
  for (const photoId of latest.photoIds) await takeDown(ctx, photoId);
  await showAgain(ctx, latest.photoIds);
}
