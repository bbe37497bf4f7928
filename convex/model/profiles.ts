/** Profiles: what somebody hands in, and how they see themselves. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { endOfFestivalDay, festivalDay } from "../shared/festival";
import { defaultInterest, firstSentence, profileForm, sentences, type ProfileForm } from "../shared/forms";
import { limits } from "../shared/limits";
import type { currentUser } from "../validators";
import { tally } from "./moderationTally";
import { deletePhoto, ownPhoto, photoUrlOf } from "./photos";
import { swipesLeft } from "./quota";
import { spend } from "./throttle";

/** Hands a profile in to the moderators. While one waits, the new version replaces it. */
export async function handIn(ctx: MutationCtx, user: Doc<"users">, input: unknown): Promise<void> {
  if (user.status !== "none" && user.status !== "pending") fail("FORBIDDEN", "Failed to create profile");
  const parsed = profileForm.safeParse(input);
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  const photo = await ownPhoto(ctx, user._id, parsed.data.photoId);
  if (photo === null) fail("BAD_INPUT", sentences.fillAllOnCreate);
  const wait = await spend(ctx, "submission", user._id);
  if (wait !== null) fail("TOO_MANY_TRIES", "Too many changes. Please try again later.", wait);

  const { reviewed, free } = split(parsed.data, photo._id);
  const old = await profileOf(ctx, user._id);
  const { premiumPurchasedAt, vipPurchasedAt } = old ?? {};
  const row = { ...reviewed, ...free, userId: user._id, premiumPurchasedAt, vipPurchasedAt };
  if (old === null) await ctx.db.insert("profiles", row);
  else await ctx.db.replace("profiles", old._id, row);
  if (old !== null && old.photoId !== photo._id) await deletePhoto(ctx, old.photoId);
  await ctx.db.patch("photos", photo._id, { used: true });
  await replaceWaiting(ctx, user._id, reviewed);
  if (user.status === "none") await ctx.db.patch("users", user._id, { status: "pending" });
}

/** Somebody as only they see themselves. */
export async function seeMyself(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof currentUser>> {
  const profile = await profileOf(ctx, user._id);
  const isPremium = profile?.premiumPurchasedAt !== undefined;
  return {
    _id: user._id,
    email: user.email,
    ...(profile === null ? nothingYet : await shownFields(ctx, profile)),
    isPremium,
    isVIP: profile?.vipPurchasedAt !== undefined,
    premiumPurchasedAt: profile?.premiumPurchasedAt ?? null,
    vipPurchasedAt: profile?.vipPurchasedAt ?? null,
    ...(await allowance(ctx, user._id, isPremium)),
    profileCompleted: profile !== null,
    moderationStatus: standing(user),
    rejectionReason: user.rejectionReason ?? null,
    changeWaiting: user.status !== "pending" && (await waitingOf(ctx, user._id)) !== null,
    createdAt: user._creationTime,
  };
}

export async function profileOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"profiles"> | null> {
  return await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}

/** The version of somebody's profile that waits for a moderator. There is one at most. */
export async function waitingOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"submissions"> | null> {
  return await ctx.db
    .query("submissions")
    .withIndex("by_userId_and_status", (q) => q.eq("userId", userId).eq("status", "waiting"))
    .unique();
}

/** Writes today's festival day, for screens that are open while it turns. The rules read the clock. */
export async function turnDay(ctx: MutationCtx): Promise<void> {
  const day = festivalDay(Date.now());
  const row = await ctx.db.query("days").first();
  if (row === null) await ctx.db.insert("days", { day });
  else if (row.day !== day) await ctx.db.patch("days", row._id, { day });
}

const nothingYet = {
  name: "",
  phoneNumber: "",
  age: null,
  gender: null,
  interestedIn: null,
  bio: "",
  photoURL: null,
  instagramHandle: "",
  drinking: null,
  smoking: null,
  hobbies: [],
  course: "",
  year: "",
};

async function shownFields(ctx: QueryCtx, profile: Doc<"profiles">) {
  const { name, phoneNumber, age, gender, interestedIn, bio, instagramHandle, drinking, smoking, hobbies } = profile;
  const own = { name, phoneNumber, age, gender, interestedIn, bio, instagramHandle, drinking, smoking, hobbies };
  const photoURL = await photoUrlOf(ctx, profile.photoId);
  return { ...own, photoURL, course: profile.course ?? "", year: profile.year ?? "" };
}

/** What is left of today's swipes. The row `days` is read only so that this runs again when the day turns. */
async function allowance(ctx: QueryCtx, userId: Id<"users">, isPremium: boolean) {
  await ctx.db.query("days").first();
  const today = festivalDay(Date.now());
  const swipesRemaining = isPremium ? limits.swipesPerDay : await swipesLeft(ctx, userId, today);
  return { swipesRemaining, swipesResetAt: endOfFestivalDay(today) };
}

function standing(user: Doc<"users">): Infer<typeof currentUser>["moderationStatus"] {
  if (user.status === "none") return "pending";
  return user.status === "hidden" ? "approved" : user.status;
}

function split({ photoId: _, ...form }: ProfileForm, photoId: Id<"photos">) {
  const { name, age, gender, bio, instagramHandle, interestedIn, ...rest } = form;
  return {
    reviewed: { name, age, gender, bio, instagramHandle, photoId },
    free: { ...rest, interestedIn: interestedIn ?? defaultInterest(gender) },
  };
}

/** A version that nobody will decide any more keeps its row, so that a decision on it is told so, but not its content. */
async function replaceWaiting(ctx: MutationCtx, userId: Id<"users">, reviewed: ReturnType<typeof split>["reviewed"]) {
  const waiting = await waitingOf(ctx, userId);
  if (waiting === null) await tally(ctx, { pending: 1 });
  else await ctx.db.replace("submissions", waiting._id, { userId, kind: waiting.kind, status: "superseded" });
  await ctx.db.insert("submissions", { ...reviewed, userId, kind: "new", status: "waiting" });
}
