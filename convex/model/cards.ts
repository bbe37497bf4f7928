/**
 * What one person sees of another. Only `MatchedUser` and `MatchedCard` contain the handle. No card contains a phone number or e-mail
 * address.
 */
import { pick } from "convex-helpers";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { badgesOf } from "../shared/prices";
import {
  cardFields,
  type card,
  type matchedCard,
  type matchedUser,
  type matchEntry,
  type shownCard,
} from "../validators/common";
import { isMember } from "./rows/knownStatus";
import { withAddresses, shownPhotos, type ShownPhoto } from "./photos/shown";
import { profileOf } from "./rows/profiles";
import { namesOf } from "../shared/records";

export type Card = Infer<typeof card>;
export type ShownCard = Infer<typeof shownCard>;
export type MatchedUser = Infer<typeof matchedUser>;
export type MatchedCard = Infer<typeof matchedCard>;
export type MatchEntry = Infer<typeof matchEntry>;

/** Returns the card of a profile, as a deck entry stores it. */
export function shownCardOf(profile: Doc<"profiles">, photos: ShownPhoto[]): ShownCard {
  const { festivalDays, ...fields } = pick(profile, cardKeys);
  const { atFestival } = profile;
  const festivalFields = { ...(festivalDays?.length && { festivalDays }), ...(atFestival && { atFestival }) };
  return { ...fields, photos, ...festivalFields, ...badgesOf(profile) };
}

const cardKeys = namesOf(cardFields.fields);

/** Returns the card of a deck entry, as its audience sees it. */
export function cardOf({ userId, card }: Doc<"deckEntries">): Card {
  const photos = card.photos.map(withAddresses);
  return { _id: userId, ...card, photos, photoURL: photos[0]?.url ?? "", instagramHandle: "" };
}

/** Returns a person as their match sees them, or null if they are not visible now. Call it for a live match only. */
export async function matchedUserOf(ctx: QueryCtx, userId: Id<"users">): Promise<MatchedUser | null> {
  const [user, profile] = await Promise.all([ctx.db.get("users", userId), profileOf(ctx, userId)]);
  if (profile === null || !isMember(user)) return null;
  return matchedUserFrom(profile, await shownPhotos(ctx, profile.photoIds));
}

/** The same for a person with a deck entry. The entry proves that they are visible, and has their pictures. */
export async function matchedUserIn(ctx: QueryCtx, { userId, card }: Doc<"deckEntries">): Promise<MatchedUser | null> {
  const profile = await profileOf(ctx, userId);
  return profile && matchedUserFrom(profile, card.photos.map(withAddresses));
}

function matchedUserFrom(profile: Doc<"profiles">, photos: ShownPhoto[]): MatchedUser | null {
  const photoURL = photos[0]?.url;
  if (photoURL === undefined) return null;
  const { userId, name, age, bio, instagramHandle } = profile;
  return { _id: userId, name, age, bio, photoURL, photos, instagramHandle, ...badgesOf(profile) };
}

/** Returns a live match as one of its two people sees it, or null if the other person is not visible now. */
export async function matchEntryOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  { _id, _creationTime, a, b }: Doc<"matches">,
): Promise<MatchEntry | null> {
  const user = await matchedUserOf(ctx, a === userId ? b : a);
  return user && { matchId: _id, createdAt: _creationTime, user };
}

/** Returns a person's whole card as their match sees it. Call it for a live match only. */
export async function matchedCardOf(ctx: QueryCtx, profile: Doc<"profiles">): Promise<MatchedCard> {
  const photos = await shownPhotos(ctx, profile.photoIds);
  const { userId, instagramHandle } = profile;
  return { _id: userId, ...shownCardOf(profile, photos), photoURL: photos[0]?.url ?? "", instagramHandle };
}
