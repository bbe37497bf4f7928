import { useEffect } from "react";
import type { UseFormSubscribe } from "react-hook-form";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { draft, type Draft } from "../../lib/draft";
import type { Typed } from "./profileCheck";
import type { Uploaded } from "./useSendPhoto";

/** A photo that is uploaded already and that no profile shows yet. */
export type SentPhoto = Uploaded & { sentAt: number };
type Stored = { typed: Partial<Typed>; photo: SentPhoto };

/** A photo is used again until shortly before the deployment deletes it. */
const PHOTO_LIFETIME = limits.photoUnusedMs - 5 * 60_000;

/** A half-filled form of one person, kept in this tab until it is accepted or given up. */
export function profileDraft(form: "create" | "edit", person: Id<"users">) {
  const stored: Draft<Stored> = draft<Stored>(`${form}:${person}`);
  const photo = stored.read().photo;
  return {
    typed: stored.read().typed ?? {},
    photo: photo !== undefined && Date.now() - photo.sentAt < PHOTO_LIFETIME ? photo : null,
    saveTyped: (typed: Partial<Typed>) => stored.write({ ...stored.read(), typed }),
    savePhoto: (photo: Uploaded) => stored.write({ ...stored.read(), photo: { ...photo, sentAt: Date.now() } }),
    clear: stored.clear,
  };
}

export type ProfileDraft = ReturnType<typeof profileDraft>;

/** Saves what is typed with every key. */
export function useSavedDraft(subscribe: UseFormSubscribe<Typed>, { saveTyped }: ProfileDraft) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveTyped(values) }),
    [subscribe, saveTyped],
  );
}
