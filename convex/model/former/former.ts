/**
 * The record of a deleted account. It is kept for a limited time, and only after a rejection, an event or a parting. It holds hashes that
 * recognise the person, the events, the partings and the open reports.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { eventsOf, recordEvents } from "./identifiers";
import { moveImageHashes, recordImageHash } from "../photos/imageHashes";
import { formerAccountsOf } from "../auth/accounts";
import { hashAddress } from "../auth/secrets";
import { profileOf } from "../rows/profiles";
import { deleteReportsAbout, moveOpenReports } from "../reports/deletedAccounts";
import { deletePartings, inheritPartings, isParted } from "../swipes/partings";

/** Stores the record of a deleted account. Without a reason to keep one, deletes the identifiers too and returns null. */
export async function saveFormerAccount(ctx: MutationCtx, user: Doc<"users">): Promise<Id<"formerAccounts"> | null> {
  const { _id: userId, rejections } = user;
  const events = await eventsOf(ctx, user);
  const identifiers = await identifiersOf(ctx, userId);
  if (rejections === 0 && events.length === 0 && !(await isParted(ctx, userId))) {
    for (const { _id } of identifiers) await ctx.db.delete("identifiers", _id);
    await moveImageHashes(ctx, userId, null);
    return null;
  }
  const banned = user.status === "suspended" ? { banned: true as const } : {};
  const address = await hashAddress(user.email);
  const former = await ctx.db.insert("formerAccounts", { address, rejections, ...banned, events });
  for (const { _id } of identifiers) await ctx.db.patch("identifiers", _id, { owner: former });
  await moveImageHashes(ctx, userId, former);
  const profile = await profileOf(ctx, userId);
  for (const photoId of profile?.photoIds ?? []) await recordImageHash(ctx, former, photoId);
  await moveOpenReports(ctx, userId, former);
  return former;
}

/**
 * Carries the records of a mailbox's deleted accounts over to a new account: the partings, the events for moderators, and the open reports. A
 * code has proven the mailbox.
 */
export async function inheritFormerAccounts(ctx: MutationCtx, userId: Id<"users">, email: string): Promise<void> {
  const formers = (await formerAccountsOf(ctx, email)).map(({ _id }) => _id);
  await recordEvents(ctx, userId, new Map(formers.map((former) => [former, ["address"]])));
  await inheritPartings(ctx, userId, formers);
  for (const former of formers) await moveOpenReports(ctx, former, userId);
}

/** Moves the rejection counts of a mailbox's deleted accounts to a new account. Returns their sum. */
export async function takeRejections(ctx: MutationCtx, email: string): Promise<number> {
  const formers = await formerAccountsOf(ctx, email);
  for (const { _id } of formers) await ctx.db.patch("formerAccounts", _id, { rejections: 0 });
  return formers.reduce((sum, { rejections }) => sum + rejections, 0);
}

export async function deleteOldFormers(ctx: MutationCtx): Promise<void> {
  const cutoff = Date.now() - limits.formerLifetime;
  const old = ctx.db.query("formerAccounts").withIndex("by_creation_time", (q) => q.lt("_creationTime", cutoff));
  const former = await old.first();
  if (former === null) return;
  if (await deleteFormer(ctx, former._id)) await ctx.db.delete("formerAccounts", former._id);
  await ctx.scheduler.runAfter(0, internal.jobs.deleteOldFormers, {});
}

/** Deletes the next batch of a former account's rows. True: none are left. */
async function deleteFormer(ctx: MutationCtx, former: Id<"formerAccounts">): Promise<boolean> {
  for (const { _id } of await identifiersOf(ctx, former)) await ctx.db.delete("identifiers", _id);
  await moveImageHashes(ctx, former, null);
  const counts = [await deletePartings(ctx, former, BATCH), await deleteReportsAbout(ctx, former, BATCH)];
  return Math.max(...counts) < BATCH;
}

const BATCH = 100;
async function identifiersOf(ctx: QueryCtx, owner: Id<"users"> | Id<"formerAccounts">) {
  return await ctx.db
    .query("identifiers")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(BATCH);
}
