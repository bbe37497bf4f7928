/**
 * What each moderator has open, so that two do not work on the same item. The next profile is assigned and claimed in one transaction. A
 * claim is advisory: opening a claimed item shows who has it, and each decision is made only once. A claim expires when its moderator
 * leaves.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import type { claim } from "../../validators/moderator";
import { recordIncident } from "../incidents";
import { nameOf } from "./trail";
import { waitingVersions, type WaitingFilter } from "./queue";
import { isShowable } from "./versions";
import { profileOf } from "../rows/profiles";
import { rowById } from "../rows/byId";

type Item = Doc<"claims">["item"];

export async function listClaims(ctx: QueryCtx, me: Doc<"users">): Promise<Infer<typeof claim>[]> {
  const claims = await ctx.db.query("claims").take(MAX_CLAIMS);
  return await Promise.all(
    claims.map(async ({ item, moderator }) => {
      const mine = moderator === me._id;
      const handle = mine ? await handleOf(ctx, item) : undefined;
      return { item, moderator: nameOf(await ctx.db.get("users", moderator)), mine, ...(handle && { handle }) };
    }),
  );
}

/**
 * Claims the next waiting profile that passes the filter and that no colleague has open. Returns its version: the oldest after `after`, or
 * else the oldest. Null if colleagues have all of them open.
 */
export async function claimNext(
  ctx: MutationCtx,
  me: Doc<"users">,
  after: string | null,
  filter: WaitingFilter = "all",
): Promise<Id<"submissions"> | null> {
  const last = after === null ? null : await rowById(ctx, "submissions", after);
  const next =
    (last && (await firstUnclaimed(ctx, me, filter, last._creationTime))) ?? (await firstUnclaimed(ctx, me, filter));
  await claimItem(ctx, me, next);
  return next;
}

/** Sets or renews a moderator's claim. Null: they have no item open. */
export async function claimItem(ctx: MutationCtx, me: Doc<"users">, item: Item | null): Promise<void> {
  const row = await claimOf(ctx, me._id);
  const until = Date.now() + limits.claimLifetime;
  if (item !== null && item !== row?.item) await recordOpened(ctx, me, item);
  if (item === null) {
    await dropClaim(ctx, me._id);
  } else if (!(await exists(ctx, item))) {
    fail("NOT_FOUND", "Failed to process profile");
  } else if (row !== null) {
    await ctx.db.patch("claims", row._id, { item, until });
  } else {
    const claimId = await ctx.db.insert("claims", { moderator: me._id, item, until });
    await ctx.scheduler.runAt(until, internal.moderator.expireClaim, { claimId });
  }
}

/** Ends a claim that was not renewed. Otherwise schedules itself for when the claim now expires. */
export async function expireClaim(ctx: MutationCtx, claimId: Id<"claims">): Promise<void> {
  const row = await ctx.db.get("claims", claimId);
  if (row === null) return;
  if (row.until <= Date.now()) await ctx.db.delete("claims", claimId);
  else await ctx.scheduler.runAt(row.until, internal.moderator.expireClaim, { claimId });
}

export async function dropClaim(ctx: MutationCtx, moderator: Id<"users">): Promise<void> {
  const row = await claimOf(ctx, moderator);
  if (row !== null) await ctx.db.delete("claims", row._id);
}

/** More than there are moderators on duty. */
const MAX_CLAIMS = 100;

/**
 * Records who opened a report, because that reveals the handle. At most once per moderator and reported person within
 * `limits.personViewLifetime`.
 */
async function recordOpened(ctx: MutationCtx, me: Doc<"users">, item: Item): Promise<void> {
  const about = await reportedIn(ctx, item);
  if (about === null) return;
  const log = ctx.db
    .query("incidents")
    .withIndex("by_about_and_what", (q) => q.eq("about", about).eq("what", "reportOpened"));
  const latest = await log.order("desc").take(MAX_CLAIMS);
  const isRecorded = latest.some(
    ({ by, _creationTime }) => by === me._id && _creationTime > Date.now() - limits.personViewLifetime,
  );
  if (!isRecorded) await recordIncident(ctx, "reportOpened", { by: me._id, about });
}

async function handleOf(ctx: QueryCtx, item: Item): Promise<string | undefined> {
  const reported = await reportedIn(ctx, item);
  return reported === null ? undefined : (await profileOf(ctx, reported))?.instagramHandle;
}

/** Returns the person a report is about. Null if the item is not a report, or the account is deleted. */
async function reportedIn(ctx: QueryCtx, item: Item): Promise<Id<"users"> | null> {
  const report = await rowById(ctx, "reports", item);
  return report && ctx.db.normalizeId("users", report.reported);
}

async function claimOf(ctx: QueryCtx, moderator: Id<"users">) {
  return await getOneFrom(ctx.db, "claims", "by_moderator", moderator);
}

/** True if a colleague has the item open. Reads only this item's claims, so other claims do not conflict. */
async function isClaimed(ctx: MutationCtx, me: Doc<"users">, item: Item): Promise<boolean> {
  const claims = await ctx.db
    .query("claims")
    .withIndex("by_item", (q) => q.eq("item", item))
    .take(MAX_CLAIMS);
  return claims.some(({ moderator, until }) => moderator !== me._id && until > Date.now());
}

/**
 * Returns the oldest unclaimed version that began to wait after a time. Reads few versions: skips those that colleagues have open, and
 * incomplete ones.
 */
async function firstUnclaimed(
  ctx: MutationCtx,
  me: Doc<"users">,
  filter: WaitingFilter,
  after = 0,
): Promise<Id<"submissions"> | null> {
  for await (const version of waitingVersions(ctx, filter, after)) {
    if (!(await isClaimed(ctx, me, version._id)) && (await isShowable(ctx, version))) return version._id;
  }
  return null;
}

async function exists(ctx: QueryCtx, item: Item): Promise<boolean> {
  return ((await rowById(ctx, "submissions", item)) ?? (await rowById(ctx, "reports", item))) !== null;
}
