/** What moderators see and decide. Each version of a profile is decided once, on exactly what was seen. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { cleanText, countCharacters } from "../shared/text";
import type { waitingProfile } from "../validators";
import { enterDeck } from "./deck";
import { tallies, tally } from "./moderationTally";
import { deletePhoto, photoUrlOf } from "./photos";
import { profileOf } from "./profiles";

type Decision = { id: Id<"submissions">; approved: boolean; reason?: string };

/** The versions that wait, oldest first. */
export async function queue(ctx: QueryCtx): Promise<Infer<typeof waitingProfile>[]> {
  const waiting = await ctx.db
    .query("submissions")
    .withIndex("by_status", (q) => q.eq("status", "waiting"))
    .take(limits.queueSize);
  const rows = await Promise.all(waiting.map((version) => asSeen(ctx, version)));
  return rows.filter((row) => row !== null);
}

/** Approves or rejects the version that was seen. */
export async function decide(ctx: MutationCtx, moderator: Doc<"users">, { id, approved, reason }: Decision) {
  const version = await ctx.db.get("submissions", id);
  const user = version && (await ctx.db.get("users", version.userId));
  if (version === null || user === null) fail("NOT_FOUND", "Failed to process profile");
  if (version.status !== "waiting") fail("ALREADY_DECIDED", "This version of the profile was already decided.");
  const words = cleanText(reason ?? "");
  if (countCharacters(words) > limits.reasonMax) {
    fail("BAD_INPUT", `The reason must be at most ${limits.reasonMax} characters`);
  }
  const decided = { decidedBy: moderator._id, decidedAt: Date.now() };
  if (approved) await approve(ctx, version, decided);
  else await reject(ctx, user, version, { ...decided, ...(words === "" ? {} : { reason: words }) });
}

/** How many wait and are approved, and the latest decisions. */
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
  return { stats: await tallies(ctx), recentActivity };
}

async function asSeen(ctx: QueryCtx, version: Doc<"submissions">): Promise<Infer<typeof waitingProfile> | null> {
  const { _id, _creationTime, kind, name, age, gender, bio, instagramHandle, photoId } = version;
  const [profile, photoURL] = await Promise.all([profileOf(ctx, version.userId), photoId && photoUrlOf(ctx, photoId)]);
  if (!profile || !photoURL || !name || !age || !gender || bio === undefined || !instagramHandle) return null;
  const { hobbies, drinking, smoking } = profile;
  const seen = { _id, kind, name, age, gender, bio, instagramHandle, photoURL, createdAt: _creationTime };
  return { ...seen, hobbies, drinking, smoking };
}

async function approve(ctx: MutationCtx, version: Doc<"submissions">, decided: Partial<Doc<"submissions">>) {
  await ctx.db.patch("submissions", version._id, { ...decided, status: "approved" });
  await ctx.db.patch("users", version.userId, { status: "approved", rejectionReason: undefined });
  await tally(ctx, { pending: -1, approved: 1 });
  const profile = await profileOf(ctx, version.userId);
  if (profile !== null) await enterDeck(ctx, profile);
}

/** Removes profile and picture. What was decided, by whom and about which name stays; what the profile said does not. */
async function reject(
  ctx: MutationCtx,
  user: Doc<"users">,
  version: Doc<"submissions">,
  decided: Partial<Doc<"submissions">>,
) {
  const { userId, kind, name } = version;
  await ctx.db.replace("submissions", version._id, {
    userId,
    kind,
    status: "rejected",
    ...(name && { name }),
    ...decided,
  });
  const profile = await profileOf(ctx, userId);
  if (profile !== null) {
    await ctx.db.delete("profiles", profile._id);
    await deletePhoto(ctx, profile.photoId);
  }
  await ctx.db.patch("users", userId, {
    status: "rejected",
    rejections: user.rejections + 1,
    rejectionReason: decided.reason,
  });
  await tally(ctx, { pending: -1 });
}
