import { useEffect } from "react";
import type { UseFormSubscribe } from "react-hook-form";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { draft, type Draft } from "../../lib/draft";
import type { FormInput } from "./profileSchemas";
import type { Uploaded } from "./sendPhoto";

/** An uploaded photo. `sentAt` (ms) is null for a photo of the saved profile. */
export type StoredPhoto = Uploaded & { sentAt: number | null };
type Stored = { typed: Partial<FormInput>; photos: StoredPhoto[] };

/** Milliseconds. The draft reuses an uploaded photo until five minutes before the deployment deletes it. */
const PHOTO_LIFETIME = limits.photoUnusedMs - 5 * 60_000;

/** The stored draft of a form, per person and tab. Cleared when the form is accepted or cancelled. `saved`: the photos of the profile. */
export function profileDraft(form: "create" | "edit", userId: Id<"users">, saved: readonly Uploaded[] = []) {
  const stored: Draft<Stored> = draft<Stored>(`${form}:${userId}`);
  const { typed, photos } = stored.read();
  const isAvailable = ({ photoId, sentAt }: StoredPhoto) =>
    sentAt === null ? saved.some((photo) => photo.photoId === photoId) : Date.now() - sentAt < PHOTO_LIFETIME;
  return {
    typed: typed ?? {},
    photos: photos?.filter(isAvailable) ?? saved.map((photo) => ({ ...photo, sentAt: null })),
    saveTyped: (typed: Partial<FormInput>) => stored.write({ ...stored.read(), typed }),
    savePhotos: (photos: StoredPhoto[]) => stored.write({ ...stored.read(), photos }),
    clear: stored.clear,
  };
}

/** True if a form was changed in this tab and neither sent nor cancelled. */
export function hasProfileDraft(form: "create" | "edit", userId: Id<"users">): boolean {
  return Object.keys(draft<Stored>(`${form}:${userId}`).read()).length > 0;
}

export type ProfileDraft = ReturnType<typeof profileDraft>;

/** Saves the typed values on every change. */
export function useSavedDraft(subscribe: UseFormSubscribe<FormInput>, { saveTyped }: ProfileDraft) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveTyped(values) }),
    [subscribe, saveTyped],
  );
}
