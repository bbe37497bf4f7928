/** Which decks contain a member. Called when a member becomes visible, changes or leaves. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { shownCardOf, type ShownCard } from "../cards";
import { agesOf, covers, groupsOf, viewerAgesOf } from "./ages";
import { openDeck } from "./cursor";
import { queueForNumber } from "./numbering";
import { audiencesOf, entriesOf, provisionalPosition, type Tier } from "./partitions";
import { storedPhotos, type ShownPhoto } from "../photos/shown";

/**
 * Makes an approved member visible, or updates their entries. Call it after an approval, and after any change of card, interest or tier. In
 * an unchanged partition the entry keeps its position, unless it is for new viewers. Those may have passed the position, so the entry moves
 * to the end. `loadedPhotos`: the profile's pictures, if the caller has them.
 */
export async function enterDeck(
  ctx: MutationCtx,
  profile: Doc<"profiles">,
  loadedPhotos?: ShownPhoto[],
): Promise<void> {
  const photos = loadedPhotos ?? (await storedPhotos(ctx, profile.photoIds));
  if (photos.length === 0) return await leaveDeck(ctx, profile.userId);
  const card = shownCardOf(profile, photos);
  const audiences = audiencesOf(profile);
  const oldEntries = await entriesOf(ctx, profile.userId);
  for (const entry of oldEntries) {
    if (!audiences.includes(entry.audience)) await ctx.db.delete("deckEntries", entry._id);
  }
  const moved = !(await openDeck(ctx, profile));
  let isUnnumbered = false;
  for (const audience of audiences) {
    const entries = oldEntries.filter((entry) => entry.audience === audience);
    const keepsPosition = await saveEntries(ctx, profile, { audience, tier: tierOf(card), moved, card }, entries);
    isUnnumbered ||= !keepsPosition;
  }
  if (isUnnumbered) await queueForNumber(ctx, profile.userId);
}

/** After a profile change, updates the member's own deck and the decks that contain them, unless reports hide the member. */
export async function updateDecks(
  ctx: MutationCtx,
  { status }: Pick<Doc<"users">, "status">,
  profile: Doc<"profiles">,
  loadedPhotos?: ShownPhoto[],
): Promise<void> {
  if (status === "approved") await enterDeck(ctx, profile, loadedPhotos);
  // A hidden member's own deck restarts exactly like anyone else's, so it reveals nothing.
  else if (status === "hidden") await openDeck(ctx, profile);
}

/** Removes a member from every deck at once. Their own deck stays. */
export async function leaveDeck(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const entry of await entriesOf(ctx, userId)) await ctx.db.delete("deckEntries", entry._id);
}

/**
 * Updates a visible member's entries after a change of tier or festival presence. A new tier moves them to the end of its partitions.
 * Otherwise they keep their position.
 */
export async function refreshEntries(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  if ((await entriesOf(ctx, profile.userId)).length > 0) await enterDeck(ctx, profile);
}

function tierOf({ isVIP, isPremium }: ShownCard): Tier {
  if (isVIP) return "vip";
  return isPremium ? "gold" : "other";
}

type NewEntry = Pick<Doc<"deckEntries">, "audience" | "tier" | "moved" | "card">;

/** Returns whether the entries kept their position. */
async function saveEntries(
  ctx: MutationCtx,
  profile: Doc<"profiles">,
  newEntry: NewEntry,
  oldEntries: Doc<"deckEntries">[],
): Promise<boolean> {
  const range = agesOf(profile);
  const last = oldEntries[0];
  const keepsPosition = last?.tier === newEntry.tier && last.age === profile.age && covers(agesOf(last), range);
  const { position, moved } = keepsPosition ? last : { ...newEntry, position: provisionalPosition() };
  const { userId, ageRange } = profile;
  const row = { ...newEntry, ...groupsOf(profile.age), userId, ageRange, position, moved };
  const viewerAges = viewerAgesOf(range);
  for (const { _id, viewerAge } of oldEntries) {
    if (keepsPosition && viewerAges.includes(viewerAge))
      await ctx.db.replace("deckEntries", _id, { ...row, viewerAge });
    else await ctx.db.delete("deckEntries", _id);
  }
  for (const viewerAge of viewerAges) {
    const exists = keepsPosition && oldEntries.some((entry) => entry.viewerAge === viewerAge);
    if (!exists) await ctx.db.insert("deckEntries", { ...row, viewerAge });
  }
  return keepsPosition;
}
