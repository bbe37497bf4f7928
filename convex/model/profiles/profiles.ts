/** Profiles: a user submits, changes and views their own. */
import { pick } from "convex-helpers";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { onDays } from "../../shared/festival";
import {
  defaultInterest,
  firstSentence,
  profileEditForm,
  profileForm,
  sentences,
  type ProfileForm,
} from "../../shared/forms";
import { limits } from "../../shared/limits";
import { optionalNames } from "../../shared/optionalFields";
import { badgesOf, grantFields, perField, products } from "../../shared/prices";
import type { currentUser, profileInput, waitingChange } from "../../validators/common";
import { maySignUpAgain } from "../auth/accounts";
import { recordClaims } from "../former/identifiers";
import { failIfClosed, calendarOf } from "../festival/festival";
import { deckOf } from "../deck/cursor";
import { updateDecks } from "../deck/deck";
import { tracksAttendance } from "../festival/ticketRules";
import { agesOf, isAnyAge, isSameRange } from "../deck/ages";
import { knownStatus } from "../rows/knownStatus";
import { mailPreferencesOf } from "../mails/preferences";
import { submitVersion, reviewedOf, supersede, waitingVersionOf } from "../moderation/versions";
import { grantsOf } from "../payments/payments";
import { retirePhotos } from "../photos/evidence";
import { ownPhotos } from "../photos/shown";
import { ownPhotoIds, photosOf, rearrange, markPicturesUsed } from "./photos";
import {
  freePart,
  insertProfile,
  patchProfile,
  profileOf,
  replaceProfile,
  reviewedKeys,
  reviewedPart,
  type Reviewed,
} from "../rows/profiles";
import { allowanceOn, endOfDay, shownDayOf, type Allowance, type Today } from "../quota";
import { undoableSwipe } from "../swipes/undo";
import { spendOrFail } from "../throttle/limits";
import { setAtFestival } from "../tickets/tickets";
import { recordOf } from "../../shared/records";

const TOO_MANY_CHANGES = "Too many changes. Please try again later.";
const TOO_MANY_INTERESTS = "You changed who you meet too often. Please try again later.";

export async function submitProfile(ctx: MutationCtx, user: Doc<"users">, input: ProfileInput): Promise<void> {
  await failIfClosed(ctx);
  if (user.status !== "none" && user.status !== "pending") fail("FORBIDDEN", "Failed to create profile");
  const parsed = profileForm.safeParse({ ...input, ...photosOf(input, []) });
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  const { photoIds, ...form } = parsed.data;
  const photos = await ownPhotoIds(ctx, user._id, photoIds);
  if (photos === null) fail("BAD_INPUT", sentences.fillAllOnCreate);
  await writeUnapproved(ctx, user, { ...(await withDays(ctx, form)), photoIds: photos });
  await recordClaims(ctx, user._id, { handle: form.instagramHandle, phone: form.phoneNumber });
}

/**
 * Changes the fields in `input`. Others stay as in the waiting version, or else as in the profile. An unapproved profile gets a new version
 * as a whole. On an approved one, the free fields and what `rearrange` handles change at once. The reviewed fields wait for a moderator
 * while the old version stays public.
 */
export async function changeProfile(ctx: MutationCtx, user: Doc<"users">, input: Partial<ProfileInput>) {
  await failIfClosed(ctx);
  const old = await profileOf(ctx, user._id);
  if (old === null || user.status === "suspended") fail("FORBIDDEN", "Failed to update profile");
  await spendOrFail(ctx, "change", user._id, TOO_MANY_CHANGES);
  const waiting = await waitingVersionOf(ctx, user._id);
  const current = { ...old, ...(waiting && reviewedOf(waiting)) };
  const parsed = profileEditForm.safeParse({ ...current, ...input, ...photosOf(input, current.photoIds) });
  if (!parsed.success) fail("BAD_INPUT", firstSentence(parsed.error));
  const photoIds = await ownPhotoIds(ctx, user._id, parsed.data.photoIds ?? current.photoIds);
  if (photoIds === null) fail("BAD_INPUT", sentences.fillAllOnEdit);
  const form = { ...(await withDays(ctx, parsed.data)), photoIds };
  await recordClaims(ctx, user._id, { handle: form.instagramHandle, phone: form.phoneNumber });
  if (user.status === "pending") return await writeUnapproved(ctx, user, form);

  const { reviewed, free } = split(form);
  const changesAudience = free.interestedIn !== old.interestedIn || !isSameRange(agesOf(free), agesOf(old));
  if (changesAudience) await spendOrFail(ctx, "interest", user._id, TOO_MANY_INTERESTS);
  await patchProfile(ctx, old, free);
  const shown = await rearrange(ctx, old, waiting, photoIds);
  await updateDecks(ctx, user, { ...shown, ...free });
  await proposeChange(ctx, user, shown, reviewed);
  await forgetRefusal(ctx, user);
}

export async function forgetRefusal(ctx: MutationCtx, { _id, changeRefused }: Doc<"users">): Promise<void> {
  if (changeRefused) await ctx.db.patch("users", _id, { changeRefused: undefined, rejectionReason: undefined });
}

export async function currentUserOf(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof currentUser>> {
  const { profile, today, deck, waiting, mailWishes, isPresenceKnown } = await ownRows(ctx, user);
  const [own, undoable] = await Promise.all([ownFields(ctx, user, profile, today), undoableSwipe(ctx, deck)]);
  const badges = badgesOf(profile);
  return {
    _id: user._id,
    email: user.email,
    ...own,
    ...badges,
    ...perField("since", (feature) => profile?.[products[feature].since] ?? null),
    ...remainingOf(allowanceOn(today, deck?.quota), badges.isPremium),
    undoable: undoable !== null,
    profileCompleted: profile !== null,
    moderationStatus: knownStatus(user),
    rejectionReason: user.rejectionReason ?? null,
    suspension: user.suspension ?? null,
    maySignUpAgain: maySignUpAgain(user),
    changeWaiting: waiting !== null,
    changeRefused: user.changeRefused ?? false,
    ...mailWishes,
    atFestival: profile?.atFestival ?? false,
    // Null: organisers do not say who is at the festival.
    atFestivalFirst: isPresenceKnown ? (deck?.atFestivalFirst ?? false) : null,
    createdAt: user._creationTime,
  };
}

/** Reads all rows of a user's own view in parallel. */
async function ownRows(ctx: QueryCtx, { _id, status }: Doc<"users">) {
  const [profile, today, deck, waiting, mailWishes, isPresenceKnown] = await Promise.all([
    profileOf(ctx, _id),
    shownDayOf(ctx, _id),
    deckOf(ctx, _id),
    status === "pending" ? null : waitingVersionOf(ctx, _id),
    mailPreferencesOf(ctx, _id),
    tracksAttendance(ctx),
  ]);
  return { profile, today, deck, waiting, mailWishes, isPresenceKnown };
}

/** Returns a member's waiting change, as its owner sees it. */
export async function waitingChangeOf(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof waitingChange> | null> {
  const version =
    user.status === "pending" || user.status === "suspended" ? null : await waitingVersionOf(ctx, user._id);
  const reviewed = version && reviewedOf(version);
  if (reviewed === null) return null;
  const photos = await ownPhotos(ctx, reviewed.photoIds);
  return { ...reviewed, photos, photoURL: photos[0]?.url ?? null };
}

/** Returns the fields of the user's own profile. Suspended people keep their name, which signs their messages to the organisers. */
async function ownFields(ctx: QueryCtx, user: Doc<"users">, profile: Doc<"profiles"> | null, today: Today) {
  if (profile === null) return emptyProfile;
  return user.status === "suspended" ? { ...emptyProfile, name: profile.name } : await shownFields(ctx, profile, today);
}

const emptyProfile = {
  name: "",
  phoneNumber: "",
  age: null,
  gender: null,
  interestedIn: null,
  ageRange: agesOf({}),
  festivalDays: [],
  bio: "",
  photoURL: null,
  photos: [],
  instagramHandle: "",
  drinking: null,
  smoking: null,
  hobbies: [],
  ...recordOf(optionalNames, () => ""),
};

async function shownFields(ctx: QueryCtx, profile: Doc<"profiles">, { calendar }: Today) {
  const { photoIds, ...own } = { ...reviewedPart(profile), ...freePart(profile) };
  const festivalDays = onDays(calendar, own.festivalDays ?? []);
  const photos = await ownPhotos(ctx, photoIds);
  const optional = recordOf(optionalNames, (name) => own[name] ?? "");
  return { ...own, ...optional, ageRange: agesOf(own), festivalDays, photos, photoURL: photos[0]?.url ?? null };
}

/** Returns today's remaining swipes and undos. Gold has no limit: its swipes stay at the daily number, and its undos are null. */
function remainingOf(today: Allowance, isPremium: boolean) {
  const { swipes, undos } = today;
  const swipesRemaining = isPremium ? limits.swipesPerDay : swipes;
  return { swipesRemaining, swipesResetAt: endOfDay(today), undosRemaining: isPremium ? null : undos };
}

type ProfileInput = Infer<typeof profileInput>;
type Form = Omit<ProfileForm, "photoIds"> & { photoIds: Id<"photos">[] };

/** Removes chosen days that are not festival days. */
async function withDays<T extends { festivalDays?: string[] | undefined }>(ctx: QueryCtx, form: T): Promise<T> {
  if (form.festivalDays === undefined) return form;
  return { ...form, festivalDays: onDays(await calendarOf(ctx), form.festivalDays) };
}

function split(form: Form) {
  const { interestedIn, ageRange } = form;
  return {
    reviewed: reviewedPart(form),
    free: {
      ...freePart(form),
      interestedIn: interestedIn ?? defaultInterest(form.gender),
      ageRange: ageRange && isAnyAge(ageRange) ? undefined : ageRange,
    },
  };
}

/** Writes an unapproved profile, and submits it as a whole. */
async function writeUnapproved(ctx: MutationCtx, user: Doc<"users">, form: Form): Promise<void> {
  await spendOrFail(ctx, "submission", user._id, TOO_MANY_CHANGES);
  const { reviewed, free } = split(form);
  const old = await profileOf(ctx, user._id);
  const grants = pick(old ?? (await grantsOf(ctx, user._id)), grantFields);
  const row = { ...reviewed, ...free, userId: user._id, ...grants };
  if (old === null) await insertProfile(ctx, row);
  else await replaceProfile(ctx, old, row);
  await setAtFestival(ctx, user._id);
  await retirePhotos(ctx, old?.photoIds ?? [], form.photoIds);
  await markPicturesUsed(ctx, user, form.photoIds);
  await submitVersion(ctx, user._id, reviewed);
  if (user.status === "none") await ctx.db.patch("users", user._id, { status: "pending" });
}

/** Submits a change of reviewed fields. Changing back to the public version withdraws the waiting one. */
async function proposeChange(ctx: MutationCtx, user: Doc<"users">, shown: Doc<"profiles">, next: Reviewed) {
  const waiting = await waitingVersionOf(ctx, user._id);
  const last = waiting === null ? shown : waiting;
  if (sameVersion(last, next)) return;
  await retirePhotos(ctx, waiting?.photoIds ?? [], [...shown.photoIds, ...next.photoIds]);
  if (sameVersion(shown, next)) return waiting && (await supersede(ctx, waiting));
  await spendOrFail(ctx, "submission", user._id, TOO_MANY_CHANGES);
  await markPicturesUsed(ctx, user, next.photoIds);
  await submitVersion(ctx, user._id, next);
}

function sameVersion(a: Partial<Reviewed>, b: Reviewed): boolean {
  return (
    reviewedKeys.every((key) => key === "photoIds" || a[key] === b[key]) && String(a.photoIds) === String(b.photoIds)
  );
}
