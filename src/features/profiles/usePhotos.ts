import { useEffect, useState } from "react";
import { useNetworkIsFree } from "../../lib/freeNetwork";
import { photoError } from "./photoError";
import { chosenSlot, givenUp, placed, removed, sentPhotos, withFirst, type PhotoSlot } from "./slotList";
import { preparePhotoWork } from "./photoWork";
import type { StoredPhoto } from "./profileDraft";
import { usePhotoOpening } from "./usePhotoOpening";
import { usePhotoSlots } from "./usePhotoSlots";
import { usePhotoUploads } from "./usePhotoUploads";
import { words } from "./words";

type Refusal = { index: number; text: string };

/** Up to three photos, each uploaded as soon as it is chosen, so that they are there when the form is sent. */
export function usePhotos(stored: readonly StoredPhoto[], onSent: (photos: StoredPhoto[]) => void) {
  usePreparedWork();
  const photoSlots = usePhotoSlots(stored, onSent);
  const { slots, now, change } = photoSlots;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = (key: string, text: string) =>
    setRefusal({ index: now().findIndex((slot) => slot.key === key), text });
  const giveUp = (key: string, text: string | null) => {
    if (text !== null) refuse(key, text);
    change((all) => givenUp(all, key));
  };
  const { upload, run, retry, settled } = usePhotoUploads(photoSlots);
  const { question, open, cropAgain } = usePhotoOpening(photoSlots, { upload, giveUp, refuse });

  return {
    slots,
    refusal,
    prepare: preparePhotoWork,
    /** The first fault, in a sentence. */
    error: refusal?.text ?? slots.find(({ error }) => error !== null)?.error ?? null,
    question,
    choose: (index: number, file: File) => {
      const text = photoError(file);
      setRefusal(text === null ? null : { index, text });
      if (text !== null) return;
      const slot = chosenSlot(now()[index] ?? null);
      change((all) => placed(all, index, slot));
      const opened = open(slot.key, file);
      // The script could not be loaded: the photo has to be chosen again.
      void run(
        slot.key,
        opened.catch(() => giveUp(slot.key, navigator.onLine ? words.uploadFailed : words.photoUnopened)),
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
      change((all) => removed(all, key));
    },
    /** Returns the ids of the uploaded photos, in order. Null if there is none, or one could not be uploaded. */
    photoIds: async (): Promise<string[] | null> => {
      await settled();
      const sent = sentPhotos(now());
      return sent.length > 0 && sent.length === now().length ? sent.map(({ photoId }) => photoId) : null;
    },
  };
}

export type Photos = ReturnType<typeof usePhotos>;

/** Loads the scripts for photos while the network is idle, so that a photo can be chosen without a signal. */
function usePreparedWork() {
  const isFree = useNetworkIsFree();
  useEffect(() => {
    if (isFree) preparePhotoWork();
  }, [isFree]);
}
