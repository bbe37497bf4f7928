/** Which decks a member is dealt in. Called when somebody becomes visible, changes or goes. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { shownCardOf, type ShownCard } from "./cards";
import { openDeck } from "./deckCursor";
import { audiencesOf, entriesOf, takePosition, type Tier } from "./deckPartitions";
import { storedPhotos } from "./photosShown";

/**
 * Makes an approved member visible, or brings their entries up to date. Call it after an approval and after any change of
 * what others see, of whom the member is interested in, or of their tier. In an unchanged partition the position stays.
 */
export async function enterDeck(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  const photos = await storedPhotos(ctx, profile.photoIds);
  if (photos.length === 0) return await leaveDeck(ctx, profile.userId);
  const card = shownCardOf(profile, photos);
  const audiences = audiencesOf(profile);
  const old = await entriesOf(ctx, profile.userId);
  for (const entry of old) {
    if (!audiences.includes(entry.audience)) await ctx.db.delete("deckEntries", entry._id);
  }
  const moved = !(await openDeck(ctx, profile));
  for (const audience of audiences) {
    const entry = old.find((one) => one.audience === audience);
    await saveEntry(ctx, { userId: profile.userId, audience, tier: tierOf(card), moved, card }, entry);
  }
}

/** Takes a member out of every deck at once. Their own deck stays as it is. */
export async function leaveDeck(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const entry of await entriesOf(ctx, userId)) await ctx.db.delete("deckEntries", entry._id);
}

/** After a change of tier: a member who is visible moves to the end of the other partitions. */
export async function changeTier(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  if ((await entriesOf(ctx, profile.userId)).length > 0) await enterDeck(ctx, profile);
}

function tierOf({ isVIP, isPremium }: ShownCard): Tier {
  if (isVIP) return "vip";
  return isPremium ? "gold" : "other";
}

type NewEntry = Omit<Doc<"deckEntries">, "_id" | "_creationTime" | "position">;

async function saveEntry(ctx: MutationCtx, now: NewEntry, old: Doc<"deckEntries"> | undefined): Promise<void> {
  if (old?.tier === now.tier) return await ctx.db.patch("deckEntries", old._id, { card: now.card });
  if (old) await ctx.db.delete("deckEntries", old._id);
  await ctx.db.insert("deckEntries", { ...now, position: await takePosition(ctx, now.audience, now.tier) });
}
