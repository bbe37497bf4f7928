/**
 * Claims: keyed hashes of the handles and phone numbers that people give. They are unproven, so a claim parts nobody and changes nothing
 * that members see. It only shows moderators the history of other accounts with the same value. Any other effect would reveal to its author
 * who blocked or reported a person. Blocks carry over by mailbox only: `former/former.ts`.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { identifierKind, knownBefore, event } from "../../validators/moderator";
import { ownersOfSimilarPhotos } from "../photos/imageHashes";
import { hashIdentifier } from "../auth/secrets";
import { newestOpenReport, updateFilterFields } from "../moderation/versions";
import { namesOf } from "../../shared/records";
import { rowById } from "../rows/byId";

type Owner = Id<"users"> | Id<"formerAccounts">;
type Event = Infer<typeof event>;
type IdentifierKind = Infer<typeof identifierKind>;
type Known = Infer<typeof knownBefore>;
type KnownOwners = Map<Owner, Known["by"]>;

/** Stores a user's new claims. Records the events of others with the same claims on the user. */
export async function recordClaims(
  ctx: MutationCtx,
  userId: Id<"users">,
  claims: Record<IdentifierKind, string>,
): Promise<void> {
  const existing = await ctx.db
    .query("identifiers")
    .withIndex("by_owner", (q) => q.eq("owner", userId))
    .take(MAX_PER_USER);
  const owners: KnownOwners = new Map();
  for (const kind of namesOf(claims)) {
    const hash = await hashIdentifier(kind, normalise[kind](claims[kind]));
    if (existing.some((row) => row.hash === hash)) continue;
    for (const owner of await ownersOf(ctx, hash)) owners.set(owner, [...(owners.get(owner) ?? []), kind]);
    const last = existing.filter((row) => row.kind === kind)[MAX_PER_KIND - 1];
    if (last) await ctx.db.delete("identifiers", last._id);
    await ctx.db.insert("identifiers", { kind, hash, owner: userId });
  }
  owners.delete(userId);
  await recordEvents(ctx, userId, owners);
}

/** Records the events of others with a similar picture on a user. */
export async function recordPicture(ctx: MutationCtx, userId: Id<"users">, photo: Doc<"photos">): Promise<void> {
  const owners = await ownersOfSimilarPhotos(ctx, photo);
  owners.delete(userId);
  await recordEvents(ctx, userId, new Map([...owners].map((owner) => [owner, ["picture"]])));
}

/** Records the events of these accounts on a user, for moderators. */
export async function recordEvents(ctx: MutationCtx, userId: Id<"users">, owners: KnownOwners): Promise<void> {
  const events: Known[] = [];
  for (const [owner, by] of owners) {
    for (const { what, at } of await historyOf(ctx, owner)) events.push({ by, what, at });
  }
  const user = events.length === 0 ? null : await ctx.db.get("users", userId);
  if (user === null) return;
  await ctx.db.patch("users", userId, { knownBefore: merged(user, events) });
  await updateFilterFields(ctx, userId);
}

/** Returns the events of an existing account and of the accounts it resembled, which may be deleted by now. */
export async function eventsOf(ctx: QueryCtx, user: Doc<"users">): Promise<Event[]> {
  const [open, blocked] = await Promise.all([newestOpenReport(ctx, user._id), newestBlock(ctx, user._id)]);
  return [
    ...(user.status === "suspended"
      ? [{ what: "suspended" as const, at: user.suspension?.at ?? user._creationTime }]
      : []),
    ...(open ? [{ what: "reported" as const, at: open._creationTime }] : []),
    ...(blocked ? [{ what: "blocked" as const, at: blocked._creationTime }] : []),
    ...(user.knownBefore ?? []).map(({ what, at }) => ({ what, at })),
  ];
}

/**
 * Identifiers kept per user and kind: the first ones, which other people saw, and the newest. So trying many values cannot push out the
 * first ones.
 */
const MAX_PER_KIND = 10;
const MAX_PER_USER = 2 * MAX_PER_KIND;
/** Accounts read per identifier, newest first. A number that more accounts share is not a real one. */
const MAX_OWNERS = 20;

/** Normalises a value before hashing, so that its spellings have one hash. */
const normalise: Record<IdentifierKind, (value: string) => string> = {
  handle: (handle) => handle.toLowerCase(),
  // With or without the country code.
  phone: (phone) => phone.replace(/\D/g, "").slice(-10),
};

async function ownersOf(ctx: MutationCtx, hash: string): Promise<Owner[]> {
  const rows = ctx.db.query("identifiers").withIndex("by_hash", (q) => q.eq("hash", hash));
  return (await rows.order("desc").take(MAX_OWNERS)).map(({ owner }) => owner);
}

/** Merges events, newest first. Each occurs once, with everything it was recognised by. */
function merged({ knownBefore = [] }: Doc<"users">, newEvents: Known[]): Known[] {
  const events = new Map<string, Known>();
  for (const { by, what, at } of [...knownBefore, ...newEvents]) {
    const knownBy = events.get(`${what} ${at}`)?.by ?? [];
    events.set(`${what} ${at}`, { by: [...new Set([...knownBy, ...by])], what, at });
  }
  return [...events.values()].sort((a, b) => b.at - a.at).slice(0, MAX_EVENTS);
}

/** Events shown per person. */
const MAX_EVENTS = 20;

/** Returns the events that moderators should see when an owner's identifier occurs again. */
async function historyOf(ctx: QueryCtx, owner: Owner): Promise<Event[]> {
  const user = await rowById(ctx, "users", owner);
  if (user !== null) return await eventsOf(ctx, user);
  return (await rowById(ctx, "formerAccounts", owner))?.events ?? [];
}

async function newestBlock(ctx: QueryCtx, userId: Id<"users">) {
  const newest = async (parted: "blocked" | "gone") =>
    await ctx.db
      .query("swipes")
      .withIndex("by_from_and_parted", (q) => q.eq("from", userId).eq("parted", parted))
      .order("desc")
      .first();
  const blocks = await Promise.all([newest("blocked"), newest("gone")]);
  return blocks.filter((swipe) => swipe !== null).sort((a, b) => b._creationTime - a._creationTime)[0];
}
