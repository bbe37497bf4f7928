/** The queue of profiles, and decisions on them. A decision names the version that the moderator saw, and is made once. */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { cleanText, countCharacters } from "../shared/text";
import type { waitingProfile } from "../validatorsModerator";
import { noteLook } from "./authLooks";
import { enterDeck } from "./deck";
import { queueMail } from "./mails";
import { recordRuling } from "./moderationTrail";
import { reviewedOf, readProfileCounts, countProfiles } from "./moderationVersions";
import { retirePhotos } from "./photosEvidence";
import { shownPhotos } from "./photosShown";
import { profileOf } from "./profilesRows";
import { deleteProfile, patchProfile } from "./profilesWriting";
import { notify } from "./push";

type Decided = Pick<Doc<"submissions">, "status" | "decidedBy" | "decidedAt" | "reason">;
type Decision = { id: string; approved: boolean; reason?: string };

/** The waiting versions, oldest first. */
export async function queue(ctx: QueryCtx): Promise<Infer<typeof waitingProfile>[]> {
  const waiting = await ctx.db
    .query("submissions")
    .withIndex("by_status", (q) => q.eq("status", "waiting"))
    .take(limits.queueSize);
  const rows = await Promise.all(waiting.map((version) => toQueueRow(ctx, version)));
  return rows.filter((row) => row !== null);
}

/** Approves or rejects the version that the moderator saw. */
export async function decide(ctx: MutationCtx, moderator: Doc<"users">, { id, approved, reason }: Decision) {
  const named = ctx.db.normalizeId("submissions", id);
  const version = named && (await ctx.db.get("submissions", named));
  const user = version?.userId ? await ctx.db.get("users", version.userId) : null;
  if (version === null || user === null) fail("NOT_FOUND", "Failed to process profile");
  if (version.status !== "waiting") fail("ALREADY_DECIDED", "This version of the profile was already decided.");
  const words = cleanText(reason ?? "") || undefined;
  if (countCharacters(words ?? "") > limits.reasonMax) {
    fail("BAD_INPUT", `The reason must be at most ${limits.reasonMax} characters`);
  }
  if (approved) await approve(ctx, user, version);
  else await reject(ctx, user, version, words);
  await tellDecision(ctx, user, version.kind, approved, words);
  const status = approved ? "approved" : "rejected";
  await recordRuling(ctx, moderator, status, user._id, version.name);
  await closeVersion(ctx, version, { status, decidedBy: moderator._id, decidedAt: Date.now(), reason: words });
}

/** How many profiles wait and are approved, and the latest ten decisions. */
export async function stats(ctx: QueryCtx) {
  const decided = await ctx.db
    .query("submissions")
    .withIndex("by_decidedAt", (q) => q.gt("decidedAt", 0))
    .order("desc")
    .take(10);
  const recentActivity = decided.map(({ name, status }) => ({
    name: name ?? "",
    moderationStatus: status === "approved" ? ("approved" as const) : ("rejected" as const),
  }));
  return { stats: await readProfileCounts(ctx), recentActivity };
}

async function toQueueRow(ctx: QueryCtx, version: Doc<"submissions">): Promise<Infer<typeof waitingProfile> | null> {
  const reviewed = reviewedOf(version);
  const profile = version.userId ? await profileOf(ctx, version.userId) : null;
  const photos = reviewed ? await shownPhotos(ctx, reviewed.photoIds) : [];
  const photoURL = photos[0]?.url;
  if (reviewed === null || profile === null || photoURL === undefined) return null;
  const { photoIds: _, ...shown } = reviewed;
  const { hobbies, drinking, smoking } = profile;
  const { _id, kind, _creationTime: createdAt } = version;
  const before = kind === "edit" ? await publicVersionOf(ctx, profile) : null;
  const user = await ctx.db.get("users", profile.userId);
  const { knownBefore = [] } = user ?? {};
  return { _id, kind, ...shown, photoURL, photos, hobbies, drinking, smoking, createdAt, shown: before, knownBefore };
}

async function publicVersionOf(ctx: QueryCtx, { name, age, gender, bio, instagramHandle, photoIds }: Doc<"profiles">) {
  const photos = await shownPhotos(ctx, photoIds);
  return { name, age, gender, bio, instagramHandle, photoURL: photos[0]?.url ?? null, photos };
}

/** Closes a version: the decision and the name stay, the rest of its content goes. */
async function closeVersion(ctx: MutationCtx, version: Doc<"submissions">, decided: Decided): Promise<void> {
  const { userId, kind, name } = version;
  await ctx.db.replace("submissions", version._id, { userId, kind, ...(name && { name }), ...decided });
  await countProfiles(ctx, { pending: -1, approved: kind === "new" && decided.status === "approved" ? 1 : 0 });
}

/**
 * Tells a person the decision, on their phones or else by mail. Every rejection is mailed too, with its reason; an approved
 * change shows in the app.
 */
async function tellDecision(
  ctx: MutationCtx,
  user: Doc<"users">,
  kind: "new" | "edit",
  approved: boolean,
  reason?: string,
) {
  const { _id: userId, rejections } = user;
  const isMailed = approved && kind === "new";
  const isTold = await notify(ctx, userId, "approval", isMailed ? { orMail: "approval" } : {});
  if (approved) return isMailed && !isTold ? await queueMail(ctx, { kind: "approval", userId }) : undefined;
  const of = kind === "new" ? "profile" : "change";
  const signUpsLeft = Math.max(0, limits.signUpsAfterRejection - rejections);
  await queueMail(ctx, { kind: "rejection", userId, of, signUpsLeft, ...(reason && { reason }) });
}

/** Makes the version public. The pictures that it has no more are deleted. */
async function approve(ctx: MutationCtx, user: Doc<"users">, version: Doc<"submissions">): Promise<void> {
  const [reviewed, old] = [reviewedOf(version), await profileOf(ctx, user._id)];
  const photos = reviewed ? await shownPhotos(ctx, reviewed.photoIds) : [];
  if (reviewed === null || photos.length < reviewed.photoIds.length || old === null)
    fail("NOT_FOUND", "Failed to process profile");
  await patchProfile(ctx, old, reviewed);
  await retirePhotos(ctx, user._id, old.photoIds, reviewed.photoIds);
  const status = version.kind === "new" ? "approved" : user.status;
  // The moderator saw what earlier accounts tell, so the approval settles that too.
  const settled = { rejectionReason: undefined, changeRefused: undefined, knownBefore: undefined };
  await ctx.db.patch("users", user._id, { status, ...settled });
  if (status === "approved") await enterDeck(ctx, { ...old, ...reviewed });
}

/** Rejects a version. A rejected new profile is deleted with its pictures; after a rejected change the public version stays. */
async function reject(ctx: MutationCtx, user: Doc<"users">, version: Doc<"submissions">, rejectionReason?: string) {
  const profile = await profileOf(ctx, user._id);
  const photoIds = version.photoIds ?? [];
  for (const photoId of photoIds) await noteLook(ctx, user._id, photoId);
  await retirePhotos(ctx, user._id, photoIds, version.kind === "new" ? [] : (profile?.photoIds ?? []));
  if (version.kind === "edit") return await ctx.db.patch("users", user._id, { rejectionReason, changeRefused: true });
  if (profile !== null) await deleteProfile(ctx, profile);
  const rejected = { by: ["address" as const], what: "rejected" as const, at: Date.now() };
  const knownBefore = [rejected, ...(user.knownBefore ?? []).filter(({ what }) => what !== "rejected")];
  const rejections = user.rejections + 1;
  await ctx.db.patch("users", user._id, { status: "rejected", rejections, rejectionReason, knownBefore });
}
