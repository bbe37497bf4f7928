import { useAuthToken } from "@convex-dev/auth/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { messageOf } from "../../lib/errors";
import { keepOriginal, type PhotoSlot } from "./slotList";
import { loadSending } from "./photoWork";
import type { PhotoSlots } from "./usePhotoSlots";
import { words } from "./words";

/** Uploads photos of the form. Failed uploads are retried when the browser is online again. */
export function usePhotoUploads({ now, slotOf, set }: PhotoSlots) {
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
      if (slot?.file === file) keepOriginal(sent, slot);
      setSent({ sent });
    } catch (failure) {
      setSent({ error: navigator.onLine ? messageOf(failure, words.uploadFailed) : words.photoOffline });
    } finally {
      setSent({ step: null });
    }
  };

  /** Remembers what is done for a photo, so that `settled` waits for it. */
  const run = (key: string, work: Promise<void>): Promise<void> => {
    const ended = work.finally(() => running.current.get(key) === ended && running.current.delete(key));
    running.current.set(key, ended);
    return ended;
  };

  const retry = async () => {
    const unsent = now().filter(({ sent, step }) => sent === null && step === null);
    await Promise.all(unsent.flatMap(({ key, file }) => (file === null ? [] : [run(key, upload(key, file))])));
  };
  useBackOnline(() => void retry());

  /** Waits for all work on photos, then retries failed uploads once. */
  const settled = async () => {
    await Promise.all([...running.current.values()]);
    await retry();
  };
  return { upload, run, retry, settled };
}

function useBackOnline(act: () => void) {
  const handle = useEffectEvent(act);
  useEffect(() => {
    const listener = () => handle();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
