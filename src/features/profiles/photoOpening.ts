/** Opens a chosen file, asks for a crop if the card would cut off much of it, and uploads the result. */
import { limits } from "../../../convex/shared/limits";
import { croppedPhoto, fetchPhoto, isSame, openPhoto, type OpenPhoto } from "./openPhoto";
import type { Crop } from "./photoShape";
import type { PhotoSlot } from "./slotList";
import type { PhotoSlots } from "./usePhotoSlots";
import type { unreadableError } from "./photoError";
import type { words } from "./words";

/** A photo for the person to crop, starting at `crop`. A null answer cancels. `fallback`: the answer if the dialog cannot be loaded. */
export type CropQuestion = {
  key: string;
  photo: OpenPhoto;
  crop: Crop;
  fallback: Crop | null;
  answer: (crop: Crop | null) => void;
};

/** The form's callbacks that show the progress of a photo. */
export type PhotoForm = Pick<PhotoSlots, "currentSlots" | "slotOf" | "set"> & {
  ask: (question: Omit<CropQuestion, "answer">) => Promise<Crop | null>;
  upload: (key: string, file: Blob) => Promise<void>;
  /** Removes the slot of an unusable file. A null text: the person cancelled. */
  discard: (key: string, text: string | null) => void;
  /** Shows why a photo stays unchanged. */
  refuse: (key: string, text: string) => void;
  /** Passed in: with an import the build would split the form's script in two. */
  words: typeof words;
  unreadableError: typeof unreadableError;
};

/** Opens a chosen file in its slot. */
export async function openFile(form: PhotoForm, key: string, file: File): Promise<void> {
  const { currentSlots, slotOf, set, ask, discard } = form;
  const photo = await openPhoto(file);
  const isTwice = photo !== null && (await isAmong(currentSlots(), photo));
  // Another photo has been chosen for this slot.
  if (slotOf(key) === undefined) return;
  if (photo === null) return discard(key, form.unreadableError(file));
  if (isTwice) return discard(key, form.words.photoTwice);
  set(key, { original: photo });
  const { initialCrop, needsCrop } = photo;
  const crop = needsCrop ? await ask({ key, photo, crop: initialCrop, fallback: initialCrop }) : initialCrop;
  if (crop === null) discard(key, null);
  else await cropAndUpload(form, key, photo, crop);
}

/** Crops the original again, or the uploaded photo after a reload. */
export async function cropAgain(form: PhotoForm, { key, original, crop, sent }: PhotoSlot): Promise<void> {
  const { slotOf, set, ask, refuse } = form;
  if (original === null) set(key, { step: "preparing" });
  const photo = original ?? (sent && (await fetchPhoto(sent.url)));
  if (original === null) set(key, { step: null });
  const slot = slotOf(key);
  if (slot === undefined) return;
  if (photo === null) return refuse(key, form.words.photoNotFetched);
  const chosen = await ask({ key, photo, crop: crop ?? photo.initialCrop, fallback: null });
  if (chosen === null) return;
  // `replaces` restores the old photo if the new crop cannot be drawn.
  set(key, { original: photo, replaces: slot });
  await cropAndUpload(form, key, photo, chosen);
}

async function cropAndUpload(form: PhotoForm, key: string, photo: OpenPhoto, crop: Crop) {
  const { slotOf, set, upload, discard } = form;
  set(key, { step: "preparing" });
  const cropped = await croppedPhoto(photo, crop);
  if (slotOf(key) === undefined) return;
  if (cropped === null) return discard(key, form.words.photoBroken);
  const { file, isSmall } = cropped;
  if (file.size >= limits.photoMaxBytes) return discard(key, form.words.photoTooLarge);
  const url = URL.createObjectURL(file);
  set(key, { url, isSmall, file, crop, isChosen: true, sent: null, replaces: null });
  await upload(key, file);
}

/** True if the form already has the photo. Only photos opened on this page can be compared. */
async function isAmong(slots: readonly PhotoSlot[], photo: OpenPhoto): Promise<boolean> {
  const others = slots.flatMap(({ original }) => original ?? []);
  return (await Promise.all(others.map((other) => isSame(other, photo)))).includes(true);
}
