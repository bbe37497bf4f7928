/** The queue of waiting profiles, oldest first: all, or one kind. */
import { pick } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { freeOnCards } from "../../validators/common";
import type { waitingFilter, waitingPage, waitingProfile } from "../../validators/moderator";
import { countDecisionsSince } from "../numbers/decisionCounts";
import { readProfileCounts } from "../numbers/profileCounts";
import { reviewedOf } from "./versions";
import { shownPhotos } from "../photos/shown";
import { profileOf, reviewedPart } from "../rows/profiles";

type Row = Infer<typeof waitingProfile>;
export type WaitingFilter = Infer<typeof waitingFilter>;

export async function queue(ctx: QueryCtx): Promise<Row[]> {
  return await toRows(ctx, await waitingVersions(ctx, "all").take(limits.queueSize));
}

export async function waitingPageOf(
  ctx: QueryCtx,
  filter: WaitingFilter,
  options: PaginationOptions,
): Promise<Infer<typeof waitingPage>> {
  const numItems = options.numItems >= 1 ? Math.min(options.numItems, limits.queueSize) : 1;
  const { page, ...rest } = await waitingVersions(ctx, filter).paginate({ ...options, numItems });
  return { ...rest, page: await toRows(ctx, page) };
}

/** Queries the waiting versions that pass a filter and began to wait after a time, oldest first. Each filter has its index. */
export function waitingVersions(ctx: QueryCtx, filter: WaitingFilter, after = 0) {
  const versions = ctx.db.query("submissions");
  switch (filter) {
    case "all":
      return versions.withIndex("by_waiting", (q) =>
        q.eq("status", "waiting").eq("held", undefined).gt("_creationTime", after),
      );
    case "new":
    case "edit":
      return versions.withIndex("by_waiting_and_kind", (q) =>
        q.eq("status", "waiting").eq("held", undefined).eq("kind", filter).gt("_creationTime", after),
      );
    case "known":
      return versions.withIndex("by_waiting_and_known", (q) =>
        q.eq("status", "waiting").eq("held", undefined).eq("known", true).gt("_creationTime", after),
      );
    case "reported":
      return versions.withIndex("by_waiting_and_reported", (q) =>
        q.eq("status", "waiting").eq("held", undefined).eq("reported", true).gt("_creationTime", after),
      );
  }
}

export async function deskFigures(ctx: QueryCtx, me: Doc<"users">, since: number) {
  const { pending, edits, known, reported } = await readProfileCounts(ctx);
  const oldest = await waitingVersions(ctx, "all").first();
  return {
    waiting: { all: pending, new: pending - edits, edit: edits, known, reported },
    oldest: oldest?._creationTime ?? null,
    decisions: await countDecisionsSince(ctx, me._id, since),
  };
}

async function toRows(ctx: QueryCtx, versions: Doc<"submissions">[]): Promise<Row[]> {
  const rows = await Promise.all(versions.map((version) => toRow(ctx, version)));
  return rows.filter((row) => row !== null);
}

async function toRow(ctx: QueryCtx, version: Doc<"submissions">): Promise<Row | null> {
  const reviewed = reviewedOf(version);
  const profile = version.userId ? await profileOf(ctx, version.userId) : null;
  const photos = reviewed ? await shownPhotos(ctx, reviewed.photoIds) : [];
  const photoURL = photos[0]?.url;
  if (reviewed === null || profile === null || photoURL === undefined) return null;
  const { photoIds: _, ...shown } = reviewed;
  const { _id, kind, _creationTime: createdAt } = version;
  const published = kind === "edit" ? await publicVersionOf(ctx, profile) : null;
  const user = version.known ? await ctx.db.get("users", profile.userId) : null;
  const { knownBefore = [] } = user ?? {};
  const habits = pick(profile, [...freeOnCards]);
  return { _id, kind, ...shown, ...habits, photoURL, photos, createdAt, shown: published, knownBefore };
}

async function publicVersionOf(ctx: QueryCtx, profile: Doc<"profiles">) {
  const { photoIds, ...shown } = reviewedPart(profile);
  const photos = await shownPhotos(ctx, photoIds);
  return { ...shown, photoURL: photos[0]?.url ?? null, photos };
}
