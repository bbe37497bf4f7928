/** Who stands in which decks: called when somebody becomes visible, changes or goes. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { shownCardOf, type ShownCard } from "./cards";
import { audiencesOf, newPlace, placesOf, type Lane } from "./deckStreets";
import { openWalk } from "./deckWalk";

/**
 * Makes an approved member visible, or brings their places up to date: call it after approval and after any change of
 * what others see, of whom they look for or of their tier. Who stays in a street keeps their place there.
 */
export async function enterDeck(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  const photo = await ctx.db.get("photos", profile.photoId);
  if (photo === null) return await leaveDeck(ctx, profile.userId);
  const card = shownCardOf(profile, photo.key);
  const audiences = audiencesOf(profile);
  const old = await placesOf(ctx, profile.userId);
  for (const place of old) {
    if (!audiences.includes(place.audience)) await ctx.db.delete("places", place._id);
  }
  const moved = !(await openWalk(ctx, profile));
  for (const audience of audiences) {
    const standing = old.find((place) => place.audience === audience);
    await stand(ctx, { userId: profile.userId, audience, lane: laneOf(card), moved, card }, standing);
  }
}

/** Takes somebody out of every deck at once. Their own walk stays where it is. */
export async function leaveDeck(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const place of await placesOf(ctx, userId)) await ctx.db.delete("places", place._id);
}

/** After a change of tier: the far end of the other street, for who is visible at all. */
export async function changeLane(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  if ((await placesOf(ctx, profile.userId)).length > 0) await enterDeck(ctx, profile);
}

function laneOf({ isVIP, isPremium }: ShownCard): Lane {
  if (isVIP) return "vip";
  return isPremium ? "gold" : "other";
}

type Standing = Pick<Doc<"places">, "userId" | "audience" | "lane" | "moved" | "card">;

async function stand(ctx: MutationCtx, now: Standing, old: Doc<"places"> | undefined): Promise<void> {
  if (old?.lane === now.lane) return await ctx.db.patch("places", old._id, { card: now.card });
  if (old) await ctx.db.delete("places", old._id);
  await ctx.db.insert("places", { ...now, place: await newPlace(ctx, now.audience, now.lane) });
}
