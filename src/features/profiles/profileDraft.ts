import { useEffect } from "react";
import type { UseFormSubscribe } from "react-hook-form";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { draft, type Draft } from "../../lib/draft";
import { isListOf, isNumber, isObject, isShaped, isText } from "../../lib/stored";
import { storedSessionId } from "../../session/storedSession";
import type { FormInput } from "./profileSchemas";
import type { Uploaded } from "./sendPhoto";

/** An uploaded photo. `sentAt` (ms) is null for a photo of the saved profile. */
export type StoredPhoto = Uploaded & { sentAt: number | null };
type Stored = { typed: Partial<FormInput>; photos: StoredPhoto[] };

/** Milliseconds. The draft reuses an uploaded photo until five minutes before the deployment deletes it. */
const PHOTO_LIFETIME = limits.photoUnusedMs - 5 * 60_000;

/** The stored draft of a form, per person and tab. Cleared when the form is accepted or cancelled. `saved`: the photos of the profile. */
export function profileDraft(form: "create" | "edit", userId: Id<"users">, saved: readonly Uploaded[] = []) {
  const stored = storedDraft(form, userId);
  const { typed, photos } = stored.read();
  // An upload may end after the form was cancelled, or after the person has signed out.
  const session = storedSessionId("attendee");
  let isCleared = false;
  const save = (change: Partial<Stored>) => {
    if (storedSessionId("attendee") === session) stored.write({ ...stored.read(), ...change });
  };
  const isAvailable = ({ photoId, sentAt }: StoredPhoto) =>
    sentAt === null ? saved.some((photo) => photo.photoId === photoId) : Date.now() - sentAt < PHOTO_LIFETIME;
  return {
    typed: typed ?? {},
    photos: photos?.filter(isAvailable) ?? saved.map((photo) => ({ ...photo, sentAt: null })),
    saveTyped: (typed: Partial<FormInput>) => {
      isCleared = false;
      save({ typed });
    },
    savePhotos: (photos: StoredPhoto[]) => {
      if (!isCleared) save({ photos });
    },
    clear: () => {
      isCleared = true;
      stored.clear();
    },
  };
}

/** True if a form was changed in this tab and neither sent nor cancelled. */
export function hasProfileDraft(form: "create" | "edit", userId: Id<"users">): boolean {
  return Object.keys(storedDraft(form, userId).read()).length > 0;
}

function storedDraft(form: "create" | "edit", userId: Id<"users">): Draft<Stored> {
  return draft<Stored>(`${form}:${userId}`, { typed: isTyped, photos: isListOf(isPhoto) });
}

/** Checks what the form's controls need. The form validates the values itself. */
function isTyped(typed: unknown): typed is Partial<FormInput> {
  return isObject(typed) && Object.entries(typed).every(([name, value]) => (fieldChecks[name] ?? isPlain)(value));
}

const fieldChecks: Partial<Record<string, (value: unknown) => boolean>> = {
  ageRange: isObject,
  bio: isText,
  festivalDays: isListOf(isText),
  hobbies: isListOf(isText),
};

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

const isPhoto = isShaped<Omit<StoredPhoto, "hash" | "offlineUrl">>({
  ...{ photoId: isText, url: isText, middle: isText, small: isText },
  sentAt: (value): value is number | null => value === null || isNumber(value),
});

export type ProfileDraft = ReturnType<typeof profileDraft>;

/** Saves the typed values on every change. */
export function useSavedDraft(subscribe: UseFormSubscribe<FormInput>, { saveTyped }: ProfileDraft) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveTyped(values) }),
    [subscribe, saveTyped],
  );
}
