import { useState } from "react";
import { limits } from "../../../convex/shared/limits";
import type { OpenPhoto } from "./openPhoto";
import { unreadableError } from "./photoError";
import type { Crop } from "./photoShape";
import type { PhotoSlot } from "./slotList";
import { loadOpening } from "./photoWork";
import type { PhotoSlots } from "./usePhotoSlots";
import { words } from "./words";

/** A photo for the person to crop, starting at `crop`. A null answer cancels. `fallback`: the answer if the dialog cannot be loaded. */
export type CropQuestion = {
  key: string;
  photo: OpenPhoto;
  crop: Crop;
  fallback: Crop | null;
  answer: (crop: Crop | null) => void;
};

type Actions = {
  upload: (key: string, file: Blob) => Promise<void>;
  /** Removes the slot of an unusable file. A null text: the person cancelled. */
  discard: (key: string, text: string | null) => void;
  /** Shows why a photo stays unchanged. */
  refuse: (key: string, text: string) => void;
};

/** Opens chosen files, asks for a crop where the card would cut off much, and uploads the result. */
export function usePhotoOpening({ currentSlots, slotOf, set }: PhotoSlots, { upload, discard, refuse }: Actions) {
  const { question, ask } = useCropQuestions();

  const open = async (key: string, file: File) => {
    const { openPhoto } = await loadOpening();
    const photo = await openPhoto(file);
    // Another photo has been chosen for this slot.
    if (slotOf(key) === undefined) return;
    if (photo === null) return discard(key, unreadableError(file));
    if (currentSlots().some(({ original }) => original?.hash === photo.hash)) return discard(key, words.photoTwice);
    set(key, { original: photo });
    const { initialCrop, needsCrop } = photo;
    const crop = needsCrop ? await ask({ key, photo, crop: initialCrop, fallback: initialCrop }) : initialCrop;
    if (crop === null) discard(key, null);
    else await cropAndUpload(key, photo, crop);
  };

  const cropAndUpload = async (key: string, photo: OpenPhoto, crop: Crop) => {
    set(key, { step: "preparing" });
    const { croppedPhoto } = await loadOpening();
    const cropped = await croppedPhoto(photo, crop);
    if (slotOf(key) === undefined) return;
    if (cropped === null) return discard(key, words.photoBroken);
    const { file, isSmall } = cropped;
    if (file.size >= limits.photoMaxBytes) return discard(key, words.photoTooLarge);
    const url = URL.createObjectURL(file);
    set(key, { url, isSmall, file, crop, isChosen: true, sent: null, replaces: null });
    await upload(key, file);
  };

  /** Crops the original again, or the uploaded photo after a reload. */
  const cropAgain = async ({ key, original, crop, sent }: PhotoSlot) => {
    if (original === null) set(key, { step: "preparing" });
    const photo = original ?? (sent && (await fetchOriginal(sent.url)));
    if (original === null) set(key, { step: null });
    const slot = slotOf(key);
    if (slot === undefined) return;
    if (photo === null) return refuse(key, words.photoNotFetched);
    const chosen = await ask({ key, photo, crop: crop ?? photo.initialCrop, fallback: null });
    if (chosen === null) return;
    // `before` restores the old photo if the new crop cannot be drawn.
    set(key, { original: photo, replaces: slot });
    await cropAndUpload(key, photo, chosen);
  };

  return { question, open, cropAgain };
}

/** Asks about one photo at a time, in the order they were chosen. */
function useCropQuestions() {
  const [questions, setQuestions] = useState<readonly CropQuestion[]>([]);
  const ask = async (question: Omit<CropQuestion, "answer">): Promise<Crop | null> => {
    const chosen = await new Promise<Crop | null>((answer) => setQuestions((all) => [...all, { ...question, answer }]));
    setQuestions((all) => all.filter(({ key }) => key !== question.key));
    return chosen;
  };
  return { question: questions[0] ?? null, ask };
}

async function fetchOriginal(url: string): Promise<OpenPhoto | null> {
  const opening = await loadOpening().catch(() => null);
  return opening && (await opening.fetchPhoto(url));
}
