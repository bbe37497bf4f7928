import { useEffect } from "react";
import type { UseFormSubscribe } from "react-hook-form";
import type { Id } from "../../../convex/_generated/dataModel";
import { draft, type Draft } from "../../lib/draft";
import type { Typed } from "./profileCheck";
import type { Uploaded } from "./useSendPhoto";

/** A photo that lies at the deployment already and that no profile shows yet. */
export type SentPhoto = Uploaded & { sentAt: number };
type Half = { typed: Partial<Typed>; photo: SentPhoto };

/** The deployment sweeps photos that nobody shows after an hour. */
const PHOTO_LASTS = 50 * 60_000;

/** A half-filled form of one person, kept in this tab until it is taken or given up. */
export function profileDraft(form: "create" | "edit", person: Id<"users">) {
  const kept: Draft<Half> = draft<Half>(`${form}:${person}`);
  const photo = kept.read().photo;
  return {
    typed: kept.read().typed ?? {},
    photo: photo !== undefined && Date.now() - photo.sentAt < PHOTO_LASTS ? photo : null,
    keepTyped: (typed: Partial<Typed>) => kept.write({ ...kept.read(), typed }),
    keepPhoto: (photo: Uploaded) => kept.write({ ...kept.read(), photo: { ...photo, sentAt: Date.now() } }),
    clear: kept.clear,
  };
}

export type ProfileDraft = ReturnType<typeof profileDraft>;

/** Keeps what is typed with every key. */
export function useKept(subscribe: UseFormSubscribe<Typed>, { keepTyped }: ProfileDraft) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }),
    [subscribe, keepTyped],
  );
}
