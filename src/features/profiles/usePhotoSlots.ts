import { useEffect, useRef, useState } from "react";
import { withChange, sentPhotos, storedSlot, type PhotoSlot, type Slots } from "./slotList";
import type { StoredPhoto } from "./profileDraft";

/** The photos of the form. Calls `onSent` when the uploaded photos or their order change. */
export function usePhotoSlots(stored: readonly StoredPhoto[], onSent: (photos: StoredPhoto[]) => void) {
  const [slots, setSlots] = useState<Slots>(() => stored.map(storedSlot));
  // Uploads end long after the render that started them, so they read the latest slots here.
  const latest = useRef(slots);
  useRevokedUrls(slots);

  const change = (update: (slots: Slots) => Slots): void => {
    const before = latest.current;
    const after = update(before);
    latest.current = after;
    setSlots(after);
    if (idsOf(before) !== idsOf(after)) onSent(sentPhotos(after));
  };

  return {
    slots,
    change,
    currentSlots: (): Slots => latest.current,
    slotOf: (key: string) => latest.current.find((slot) => slot.key === key),
    set: (key: string, update: Partial<PhotoSlot>) => change((all) => withChange(all, key, update)),
  };
}

export type PhotoSlots = ReturnType<typeof usePhotoSlots>;

function idsOf(slots: Slots): string {
  return sentPhotos(slots)
    .map(({ photoId }) => photoId)
    .join();
}

/** Revokes the URLs of previews no longer shown. Until then each keeps its file in memory. */
function useRevokedUrls(slots: Slots) {
  const blobUrls = useRef(new Set<string>());
  useEffect(() => {
    const shown = new Set(slots.flatMap(({ url, replaces }) => [url, replaces?.url]));
    for (const url of blobUrls.current) if (!shown.has(url)) URL.revokeObjectURL(url);
    blobUrls.current = new Set(
      [...shown].filter((url) => typeof url === "string" && url.startsWith("blob:")) as string[],
    );
  }, [slots]);
  useEffect(() => () => blobUrls.current.forEach((url) => URL.revokeObjectURL(url)), []);
}
