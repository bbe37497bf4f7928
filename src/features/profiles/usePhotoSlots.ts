import { useEffect, useRef, useState } from "react";
import { sentPhotos, storedSlot, type Slots } from "./photoSlots";
import type { StoredPhoto } from "./profileDraft";

/** The photos of the form. `onSent` is told whenever others are at the deployment, or in another order. */
export function usePhotoSlots(stored: readonly StoredPhoto[], onSent: (photos: StoredPhoto[]) => void) {
  const [slots, setSlots] = useState<Slots>(() => stored.map(storedSlot));
  // Uploads end long after the render in which they began.
  const latest = useRef(slots);
  useRevokedUrls(slots);

  return {
    slots,
    now: (): Slots => latest.current,
    change: (to: (slots: Slots) => Slots): void => {
      const [before, after] = [latest.current, to(latest.current)];
      latest.current = after;
      setSlots(after);
      if (idsOf(before) !== idsOf(after)) onSent(sentPhotos(after));
    },
  };
}

function idsOf(slots: Slots): string {
  return sentPhotos(slots)
    .map(({ photoId }) => photoId)
    .join();
}

/** A preview's address keeps the whole file in memory until it is revoked. */
function useRevokedUrls(slots: Slots) {
  const held = useRef(new Set<string>());
  useEffect(() => {
    const shown = new Set(slots.flatMap(({ url, before }) => [url, before?.url]));
    for (const url of held.current) if (!shown.has(url)) URL.revokeObjectURL(url);
    held.current = new Set([...shown].filter((url) => typeof url === "string" && url.startsWith("blob:")) as string[]);
  }, [slots]);
  useEffect(() => () => held.current.forEach((url) => URL.revokeObjectURL(url)), []);
}
