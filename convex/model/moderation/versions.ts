/** Versions of profiles that moderators decide on, and the counts of waiting and approved profiles. */
import { validate } from "convex-helpers/validators";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { reviewedFields } from "../../validators/common";
import { isMember } from "../rows/knownStatus";
import { countProfiles, countWaiting } from "../numbers/profileCounts";
import { shownPhotos } from "../photos/shown";
import { profileOf, reviewedPart, type Reviewed } from "../rows/profiles";

type Version = Doc<"submissions">;
type FilterFields = Pick<Version, "known" | "reported">;

/** Returns the user's version that waits for a moderator, or for its decision to take effect. There is at most one. */
export async function waitingVersionOf(ctx: QueryCtx, userId: Id<"users">): Promise<Version | null> {
  return await ctx.db
    .query("submissions")
    .withIndex("by_userId_and_status", (q) => q.eq("userId", userId).eq("status", "waiting"))
    .unique();
}

/** Returns the pictures of a user's profile and waiting version. Their addresses are known to the user. */
export async function submittedPhotos(ctx: QueryCtx, userId: Id<"users">): Promise<Set<Id<"photos">>> {
  const [profile, waiting] = await Promise.all([profileOf(ctx, userId), waitingVersionOf(ctx, userId)]);
  return new Set([...(profile?.photoIds ?? []), ...(waiting?.photoIds ?? [])]);
}

/** Returns a version's content, or null once it is decided or replaced. */
export function reviewedOf(version: Version): Reviewed | null {
  const reviewed = reviewedPart(version);
  return validate(reviewedFields, reviewed) ? reviewed : null;
}

/** True if a waiting version can be shown at the desk: it is complete, with at least one picture. */
export async function isShowable(ctx: QueryCtx, version: Version): Promise<boolean> {
  const reviewed = reviewedOf(version);
  if (reviewed === null || !version.userId || (await profileOf(ctx, version.userId)) === null) return false;
  return (await shownPhotos(ctx, reviewed.photoIds)).length > 0;
}

/** Submits a version to the moderators, replacing the one that waits. */
export async function submitVersion(ctx: MutationCtx, userId: Id<"users">, reviewed: Reviewed): Promise<void> {
  const waiting = await waitingVersionOf(ctx, userId);
  const user = await ctx.db.get("users", userId);
  const kind = isMember(user) ? "edit" : "new";
  if (waiting !== null) await supersede(ctx, waiting);
  const row = { kind, status: "waiting", ...(await filterFieldsOf(ctx, userId, user)) } as const;
  await ctx.db.insert("submissions", { ...reviewed, userId, ...row });
  await countWaiting(ctx, { userId, ...row }, 1);
}

/**
 * Removes the content of a version that will not be decided. The row stays, so that a late decision is refused correctly. A held decision
 * is dropped.
 */
export async function supersede(ctx: MutationCtx, version: Version): Promise<void> {
  const { _id, userId, kind, held } = version;
  await ctx.db.replace("submissions", _id, { userId, kind, status: "superseded" });
  if (held === undefined) await countWaiting(ctx, version, -1);
  else await ctx.db.delete("undoableDecisions", held);
}

/** Reopens a decided version of a new profile, at its old place. */
export async function reopen(
  ctx: MutationCtx,
  { _id }: Version,
  userId: Id<"users">,
  reviewed: Reviewed,
): Promise<void> {
  const user = await ctx.db.get("users", userId);
  const row = { kind: "new", status: "waiting", ...(await filterFieldsOf(ctx, userId, user)) } as const;
  await ctx.db.replace("submissions", _id, { ...reviewed, userId, ...row });
  await countWaiting(ctx, { userId, ...row }, 1);
}

/** Takes a waiting version out of the queue until its decision takes effect. */
export async function hold(ctx: MutationCtx, version: Version, held: Id<"undoableDecisions">): Promise<void> {
  await ctx.db.patch("submissions", version._id, { held });
  await countWaiting(ctx, version, -1);
}

/** Returns a held version to the queue, at its old place. */
export async function release(ctx: MutationCtx, version: Version): Promise<void> {
  await ctx.db.patch("submissions", version._id, { held: undefined });
  await countWaiting(ctx, version, 1);
}

/** Closes a version. Keeps the decision and the name, deletes the rest of its content. */
export async function closeVersion(
  ctx: MutationCtx,
  version: Version,
  decided: Pick<Version, "status" | "decidedBy" | "decidedAt" | "reason">,
): Promise<void> {
  const { userId, kind, name, held } = version;
  await ctx.db.replace("submissions", version._id, { userId, kind, ...(name && { name }), ...decided });
  const change = kind === "new" && decided.status === "approved" ? { approved: 1 } : {};
  if (held === undefined) await countWaiting(ctx, version, -1, change);
  else if (change.approved) await countProfiles(ctx, userId, change);
}

/** Updates the filter fields of a user's waiting version. Called when reports or the known history change. */
export async function updateFilterFields(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const version = await waitingVersionOf(ctx, userId);
  if (version === null) return;
  const { known, reported } = await filterFieldsOf(ctx, userId, await ctx.db.get("users", userId));
  if (version.known === known && version.reported === reported) return;
  if (version.held === undefined) {
    await countWaiting(ctx, version, -1);
    await countWaiting(ctx, { userId, kind: version.kind, known, reported }, 1);
  }
  await ctx.db.patch("submissions", version._id, { known, reported });
}

async function filterFieldsOf(ctx: QueryCtx, userId: Id<"users">, user: Doc<"users"> | null): Promise<FilterFields> {
  const report = await newestOpenReport(ctx, userId);
  const isKnown = (user?.knownBefore ?? []).length > 0;
  return { ...(isKnown && { known: true as const }), ...(report && { reported: true as const }) };
}

/** Returns the newest open report about a user, or null. */
export async function newestOpenReport({ db }: QueryCtx, userId: Id<"users">): Promise<Doc<"reports"> | null> {
  const open = db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", userId).eq("status", "open"));
  return await open.order("desc").first();
}
