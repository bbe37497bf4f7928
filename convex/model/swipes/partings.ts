/** Partings that outlive an account: the two do not meet again through a next account either. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { parting } from "../../validators/common";
import { swipeBetween } from "../rows/pairs";
import { inverse, partPair } from "./block";

type Parting = Infer<typeof parting>;

export async function isParted(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  const [swipes, partings] = await Promise.all([partedSwipes(ctx, userId, 1), partingsWith(ctx, userId, 1)]);
  return swipes.length + partings.length > 0;
}

/** Deletes up to `limit` decisions of a deleted account, and keeps their partings. Returns how many. */
export async function savePartings(
  ctx: MutationCtx,
  userId: Id<"users">,
  former: Id<"formerAccounts">,
  limit: number,
): Promise<number> {
  const swipes = await partedSwipes(ctx, userId, limit);
  for (const { _id, to, parted } of swipes) {
    // A deleted account keeps its own id here until all its decisions are gone.
    const exists = (await ctx.db.get("users", to)) !== null;
    if (parted && exists) {
      await ctx.db.insert("partings", { former, other: to, parted });
      if (parted === "blocker") await saveOthersBlock(ctx, userId, former, to);
    }
    await ctx.db.delete("swipes", _id);
  }
  return swipes.length;
}

/** Replaces this user by the record of the deleted account, in up to `limit` partings of other deleted accounts. Returns how many. */
export async function handOverPartings(
  ctx: MutationCtx,
  userId: Id<"users">,
  former: Id<"formerAccounts">,
  limit: number,
): Promise<number> {
  const rows = await partingsWith(ctx, userId, limit);
  for (const { _id } of rows) await ctx.db.patch("partings", _id, { other: former });
  return rows.length;
}

/** Parts a new user from everybody parted from the deleted accounts of the same mailbox. */
export async function inheritPartings(
  ctx: MutationCtx,
  userId: Id<"users">,
  formers: Id<"formerAccounts">[],
): Promise<void> {
  // Each of several deleted accounts has the partings of the one before.
  const partings = new Map<string, Parting>();
  for (const former of formers) {
    for (const parting of await partingsOf(ctx, former)) partings.set(`${parting.other} ${parting.parted}`, parting);
  }
  await partFromAll(ctx, userId, [...partings.values()]);
}

/**
 * Carries the first batch of partings over to a user, and schedules the rest. Other people's blocks decide how many there are, and even a
 * large number must not make a sign-up fail.
 */
export async function partFromAll(ctx: MutationCtx, userId: Id<"users">, partings: Parting[]): Promise<void> {
  if ((await ctx.db.get("users", userId)) === null) return;
  for (const parting of partings.slice(0, BATCH)) await inherit(ctx, userId, parting);
  const rest = partings.slice(BATCH);
  if (rest.length > 0) await ctx.scheduler.runAfter(0, internal.swipes.partFromRest, { userId, partings: rest });
}

/** Deletes up to `limit` partings of a deleted account. Returns how many. */
export async function deletePartings(ctx: MutationCtx, former: Id<"formerAccounts">, limit: number): Promise<number> {
  const own = ctx.db.query("partings").withIndex("by_former", (q) => q.eq("former", former));
  const rows = [...(await own.take(limit)), ...(await partingsWith(ctx, former, limit))];
  for (const _id of new Set(rows.map((row) => row._id))) await ctx.db.delete("partings", _id);
  return rows.length;
}

/** Partings per account. Far more than anybody has. */
const MAX_PARTINGS = 500;
/** Partings per transaction. Each reads seven of the 4,096 index ranges allowed. */
const BATCH = 100;

async function inherit(ctx: MutationCtx, userId: Id<"users">, { other, parted }: Parting): Promise<void> {
  const former = ctx.db.normalizeId("formerAccounts", other);
  const living = ctx.db.normalizeId("users", other);
  if (former !== null && (await ctx.db.get("formerAccounts", former)) !== null) {
    await ctx.db.insert("partings", { former, other: userId, parted: inverse[parted] });
  } else if (living !== null && living !== userId && (await ctx.db.get("users", living)) !== null) {
    await partPair(ctx, userId, living, parted);
  }
}

/** Keeps the other person's block too, if each blocked the other. Otherwise a next account would appear in that person's deck. */
async function saveOthersBlock(
  ctx: MutationCtx,
  userId: Id<"users">,
  former: Id<"formerAccounts">,
  other: Id<"users">,
): Promise<void> {
  const theirs = await swipeBetween(ctx, other, userId);
  if (theirs?.parted === "blocker") await ctx.db.insert("partings", { former, other, parted: inverse.blocker });
}

async function partingsOf(ctx: QueryCtx, former: Id<"formerAccounts">): Promise<Parting[]> {
  const own = ctx.db.query("partings").withIndex("by_former", (q) => q.eq("former", former));
  const [stored, others] = await Promise.all([own.take(MAX_PARTINGS), partingsWith(ctx, former, MAX_PARTINGS)]);
  return [
    ...stored.map(({ other, parted }) => ({ other, parted })),
    ...others.map(({ former: other, parted }) => ({ other, parted: inverse[parted] })),
  ];
}

async function partedSwipes(ctx: QueryCtx, from: Id<"users">, limit: number): Promise<Doc<"swipes">[]> {
  return await ctx.db
    .query("swipes")
    .withIndex("by_from_and_parted", (q) => q.eq("from", from).gt("parted", undefined))
    .take(limit);
}

/** Partings from an account, stored with the other person's. */
async function partingsWith(ctx: QueryCtx, other: Parting["other"], limit: number): Promise<Doc<"partings">[]> {
  return await ctx.db
    .query("partings")
    .withIndex("by_other", (q) => q.eq("other", other))
    .take(limit);
}
