import { useAuthToken } from "@convex-dev/auth/react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors";
import { useNetworkIsFree } from "../../lib/freeNetwork";
import { useListen } from "../../lib/useListen";
import { photoError, unreadableError } from "./photoError";
import type { CropQuestion, PhotoForm } from "./photoOpening";
import type { Crop } from "./photoShape";
import type { StoredPhoto } from "./profileDraft";
import {
  chosenSlot,
  sentPhotos,
  storeOriginal,
  withFirst,
  withoutSlot,
  withRestored,
  withSlot,
  type PhotoSlot,
} from "./slotList";
import { usePhotoSlots, type PhotoSlots } from "./usePhotoSlots";
import { words } from "./words";

type Refusal = { index: number; text: string };

// Loaded separately, because most visits to the form choose no photo.
const loadOpening = () => import("./photoOpening");
const loadSending = () => import("./sendPhoto");
/** Prefetches both. Failures show when a script is needed. */
const prepare = () => void Promise.all([loadOpening(), loadSending()]).catch(() => undefined);

/** The form's photos. Each is uploaded as soon as it is chosen, so that sending the form is quick. */
export function usePhotos(stored: readonly StoredPhoto[], onSent: (photos: StoredPhoto[]) => void) {
  usePreparedWork();
  const photoSlots = usePhotoSlots(stored, onSent);
  const { slots, currentSlots, change } = photoSlots;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = (key: string, text: string) =>
    setRefusal({ index: currentSlots().findIndex((slot) => slot.key === key), text });
  const discard = (key: string, text: string | null) => {
    if (text !== null) refuse(key, text);
    change((all) => withRestored(all, key));
  };
  const { upload, run, retry, whenSettled } = usePhotoUploads(photoSlots);
  const { question, open, cropAgain } = usePhotoOpening(photoSlots, { upload, discard, refuse });

  return {
    slots,
    refusal,
    prepare,
    /** The first error message. */
    error: refusal?.text ?? slots.find(({ error }) => error !== null)?.error ?? null,
    question,
    choose: (index: number, file: File) => {
      const text = photoError(file);
      setRefusal(text === null ? null : { index, text });
      if (text !== null) return;
      const slot = chosenSlot(currentSlots()[index] ?? null);
      change((all) => withSlot(all, index, slot));
      const opened = open(slot.key, file);
      // The script could not be loaded, so the photo must be chosen again.
      void run(
        slot.key,
        opened.catch(() => discard(slot.key, navigator.onLine ? words.uploadFailed : words.photoUnopened)),
      );
    },
    crop: (slot: PhotoSlot) => {
      setRefusal(null);
      void run(slot.key, cropAgain(slot));
    },
    sendAgain: () => void retry(),
    makeFirst: (key: string) => change((all) => withFirst(all, key)),
    remove: (key: string) => {
      setRefusal(null);
      change((all) => withoutSlot(all, key));
    },
    /** Returns the ids of the uploaded photos, in order. Null if there is none, or one could not be uploaded. */
    photoIds: async (): Promise<string[] | null> => {
      await whenSettled();
      const sent = sentPhotos(currentSlots());
      return sent.length > 0 && sent.length === currentSlots().length ? sent.map(({ photoId }) => photoId) : null;
    },
  };
}

export type Photos = ReturnType<typeof usePhotos>;

/** Prefetches the photo scripts once the network is idle, so a photo can be chosen offline. */
function usePreparedWork() {
  const isFree = useNetworkIsFree();
  useEffect(() => {
    if (isFree) prepare();
  }, [isFree]);
}

/** Uploads photos of the form. Failed uploads are retried when the browser is online again. */
function usePhotoUploads({ currentSlots, slotOf, set }: PhotoSlots) {
  const token = useAuthToken();
  const running = useRef(new Map<string, Promise<void>>());

  const upload = async (key: string, file: Blob) => {
    const setSent = (to: Partial<PhotoSlot>) => slotOf(key)?.file === file && set(key, to);
    setSent({ step: 0, error: null });
    try {
      const { sendPhoto } = await loadSending();
      const uploaded = await sendPhoto(file, token, (share) => setSent({ step: Math.round(share * 100) }));
      const sent = { ...uploaded, sentAt: Date.now() };
      const slot = slotOf(key);
      if (slot?.file === file) storeOriginal(sent, slot);
      setSent({ sent });
    } catch (failure) {
      setSent({ error: navigator.onLine ? messageOf(failure, words.uploadFailed) : words.photoOffline });
    } finally {
      setSent({ step: null });
    }
  };

  /** Tracks the work on a photo, so that `whenSettled` waits for it. */
  const run = (key: string, work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => running.current.get(key) === tracked && running.current.delete(key));
    running.current.set(key, tracked);
    return tracked;
  };

  const retry = async () => {
    const unsent = currentSlots().filter(({ sent, step }) => sent === null && step === null);
    await Promise.all(unsent.flatMap(({ key, file }) => (file === null ? [] : [run(key, upload(key, file))])));
  };
  useListen(window, "online", () => void retry());

  /** Waits for all work on photos, then retries failed uploads once. */
  const whenSettled = async () => {
    await Promise.all([...running.current.values()]);
    await retry();
  };
  return { upload, run, retry, whenSettled };
}

/** Opens chosen files and crops them. Its script is loaded with the first file. */
function usePhotoOpening(photoSlots: PhotoSlots, actions: Pick<PhotoForm, "upload" | "discard" | "refuse">) {
  const { question, ask } = useCropQuestions();
  const form = { ...photoSlots, ...actions, ask, words, unreadableError };
  return {
    question,
    open: async (key: string, file: File) => (await loadOpening()).openFile(form, key, file),
    cropAgain: async (slot: PhotoSlot) => {
      const opening = await loadOpening().catch(() => null);
      if (opening === null) actions.refuse(slot.key, words.photoNotFetched);
      else await opening.cropAgain(form, slot);
    },
  };
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
