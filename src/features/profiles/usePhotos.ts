import { useAuthToken } from "@convex-dev/auth/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { messageOf } from "../../lib/errors";
import { useNetworkIsFree } from "../../lib/freeNetwork";
import type { OpenPhoto } from "./openPhoto";
import { photoError, unreadableError } from "./photoError";
import type { Crop } from "./photoShape";
import {
  changed,
  chosenSlot,
  givenUp,
  keepOriginal,
  placed,
  removed,
  sentPhotos,
  withFirst,
  type PhotoSlot,
} from "./photoSlots";
import type { StoredPhoto } from "./profileDraft";
import { usePhotoSlots } from "./usePhotoSlots";
import { words } from "./words";

// What makes photos ready and sends them: most visits to the form choose none.
const loadOpening = () => import("./openPhoto");
const loadSending = () => import("./sendPhoto");
const loadWork = () => void Promise.all([loadOpening(), loadSending()]).catch(() => undefined);

/**
 * A photo whose part the person chooses now, from `crop` on. Null: they gave it up. `otherwise` is the answer where they cannot be
 * asked, because the dialog did not come over the network.
 */
export type CropQuestion = {
  key: string;
  photo: OpenPhoto;
  crop: Crop;
  otherwise: Crop | null;
  answer: (crop: Crop | null) => void;
};
/** Why a file did not become a photo of the form, at its place. */
type Refusal = { index: number; text: string };

/** Up to three photos, each uploaded as soon as it is chosen, so that they are there when the form is sent. */
export function usePhotos(stored: readonly StoredPhoto[], onSent: (photos: StoredPhoto[]) => void) {
  const token = useAuthToken();
  const isFree = useNetworkIsFree();
  // So that a photo can be chosen where there is no signal.
  useEffect(() => {
    if (isFree) loadWork();
  }, [isFree]);
  const { slots, now, change } = usePhotoSlots(stored, onSent);
  const [questions, setQuestions] = useState<readonly CropQuestion[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = useRef(new Map<string, Promise<void>>());

  const slotOf = (key: string) => now().find((slot) => slot.key === key);
  const set = (key: string, to: Partial<PhotoSlot>) => change((all) => changed(all, key, to));

  const giveUp = (key: string, text: string | null) => {
    if (text !== null) setRefusal({ index: now().findIndex((slot) => slot.key === key), text });
    change((all) => givenUp(all, key));
  };

  const ask = async (question: Omit<CropQuestion, "answer">): Promise<Crop | null> => {
    const { key } = question;
    const chosen = await new Promise<Crop | null>((answer) => setQuestions((all) => [...all, { ...question, answer }]));
    setQuestions((all) => all.filter((one) => one.key !== key));
    return chosen;
  };

  const open = async (key: string, file: File) => {
    const { openPhoto } = await loadOpening();
    const photo = await openPhoto(file);
    // Another photo was chosen for this place meanwhile.
    if (slotOf(key) === undefined) return;
    if (photo === null) return giveUp(key, unreadableError(file));
    set(key, { open: photo });
    const { first, needsCrop } = photo;
    const crop = needsCrop ? await ask({ key, photo, crop: first, otherwise: first }) : first;
    if (crop === null) giveUp(key, null);
    else await take(key, photo, crop);
  };

  const take = async (key: string, photo: OpenPhoto, crop: Crop) => {
    set(key, { step: "preparing" });
    const { croppedPhoto } = await loadOpening();
    const cropped = await croppedPhoto(photo, crop);
    if (slotOf(key) === undefined) return;
    if (cropped === null) return giveUp(key, words.photoBroken);
    const { file, isSmall } = cropped;
    if (file.size >= limits.photoMaxBytes) return giveUp(key, words.photoTooLarge);
    const url = URL.createObjectURL(file);
    set(key, { url, isSmall, file, crop, isChosen: true, sent: null, before: null });
    await send(key, file);
  };

  /** From what the photo was cropped from before; after a reload from the photo itself. */
  const cropAgain = async ({ key, open: opened, crop, sent }: PhotoSlot) => {
    if (opened === null) set(key, { step: "preparing" });
    const photo =
      opened ??
      (sent &&
        (await loadOpening().then(
          ({ fetchPhoto }) => fetchPhoto(sent.url),
          () => null,
        )));
    if (opened === null) set(key, { step: null });
    const slot = slotOf(key);
    if (slot === undefined) return;
    if (photo === null) return setRefusal({ index: now().indexOf(slot), text: words.photoNotFetched });
    const chosen = await ask({ key, photo, crop: crop ?? photo.first, otherwise: null });
    if (chosen === null) return;
    // If it cannot be drawn, the photo stays as it was.
    set(key, { open: photo, before: slot });
    await take(key, photo, chosen);
  };

  const send = async (key: string, file: Blob) => {
    const setSent = (to: Partial<PhotoSlot>) => slotOf(key)?.file === file && set(key, to);
    setSent({ step: 0, error: null });
    try {
      const { sendPhoto } = await loadSending();
      const uploaded = await sendPhoto(file, token, (share) => setSent({ step: Math.round(share * 100) }));
      const sent = { ...uploaded, sentAt: Date.now() };
      const slot = slotOf(key);
      if (slot?.file === file) keepOriginal(sent, slot);
      setSent({ sent });
    } catch (failure) {
      setSent({ error: navigator.onLine ? messageOf(failure, words.uploadFailed) : words.photoOffline });
    } finally {
      setSent({ step: null });
    }
  };

  const run = (key: string, work: Promise<void>): Promise<void> => {
    const ended = work.finally(() => running.current.get(key) === ended && running.current.delete(key));
    running.current.set(key, ended);
    return ended;
  };

  const sendAgain = async () => {
    const unsent = now().filter(({ sent, step }) => sent === null && step === null);
    await Promise.all(unsent.flatMap(({ key, file }) => (file === null ? [] : [run(key, send(key, file))])));
  };
  useBackOnline(() => void sendAgain());

  return {
    slots,
    refusal,
    /** Somebody is about to choose a photo. */
    prepare: loadWork,
    /** What is wrong first, in a sentence. */
    error: refusal?.text ?? slots.find(({ error }) => error !== null)?.error ?? null,
    question: questions[0] ?? null,
    choose: (index: number, file: File) => {
      const text = photoError(file);
      setRefusal(text === null ? null : { index, text });
      if (text !== null) return;
      const slot = chosenSlot(now()[index] ?? null);
      change((all) => placed(all, index, slot));
      // The script did not come: the photo has to be chosen again.
      void run(
        slot.key,
        open(slot.key, file).catch(() => giveUp(slot.key, words.uploadFailed)),
      );
    },
    crop: (slot: PhotoSlot) => {
      setRefusal(null);
      void run(slot.key, cropAgain(slot));
    },
    sendAgain: () => void sendAgain(),
    makeFirst: (key: string) => change((all) => withFirst(all, key)),
    remove: (key: string) => {
      setRefusal(null);
      change((all) => removed(all, key));
    },
    /** The ids of the photos at the deployment, in order; a failed upload is tried once more. Null: there are none, or one did not get there. */
    photoIds: async (): Promise<string[] | null> => {
      await Promise.all([...running.current.values()]);
      await sendAgain();
      const sent = sentPhotos(now());
      return sent.length > 0 && sent.length === now().length ? sent.map(({ photoId }) => photoId) : null;
    },
  };
}

export type Photos = ReturnType<typeof usePhotos>;

/** Runs when the browser has a network again. */
function useBackOnline(act: () => void) {
  const handle = useEffectEvent(act);
  useEffect(() => {
    const listener = () => handle();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
