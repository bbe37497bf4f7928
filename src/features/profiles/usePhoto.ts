import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors";
import type { SentPhoto } from "./profileDraft";
import { photoError } from "./photoError";
import { smallerPhoto } from "./smallerPhoto";
import { useSendPhoto, type Uploaded } from "./useSendPhoto";
import { words } from "./words";

/** Made smaller first, then on its way: so many per cent of it have gone. */
export type PhotoStep = "preparing" | number;

/** `url` shows it once it turned out to be a picture. No `file`: it was sent before the page was reloaded. */
type Photo = { file: File | null; url: string | null; step: PhotoStep | null; sent: Promise<string | null> };

/** A photo on its way: sent as soon as it is chosen, so that it is there when the form is done. */
export function usePhoto(before: SentPhoto | null, onSent: (photo: Uploaded) => void) {
  const sendPhoto = useSendPhoto();
  const [photo, setPhoto] = useState<Photo | null>(() => before && lying(before));
  const [mistake, setMistake] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  useFreedUrl(photo?.url ?? null);

  const change = (file: File, to: Partial<Photo>) =>
    setPhoto((current) => (current?.file === file ? { ...current, ...to } : current));

  const send = async (file: File): Promise<string | null> => {
    try {
      const small = await smallerPhoto(file);
      if (small === null) {
        // Nothing to look at and nothing to try again with.
        setPhoto((current) => (current?.file === file ? null : current));
        return refuse(file, words.photoBroken);
      }
      // Whoever chose another one meanwhile does not wait for this one.
      if (latest.current !== file) return null;
      change(file, { step: 0, url: URL.createObjectURL(small) });
      const uploaded = await sendPhoto(small, (share) => change(file, { step: Math.round(share * 100) }));
      if (latest.current === file) onSent(uploaded);
      return uploaded.photoId;
    } catch (error) {
      return refuse(file, messageOf(error, words.uploadFailed));
    } finally {
      change(file, { step: null });
    }
  };

  const refuse = (file: File, why: string): null => {
    if (latest.current === file) setMistake(why);
    return null;
  };

  const start = (file: File, url: string | null): Promise<string | null> => {
    latest.current = file;
    setMistake(null);
    const sent = send(file);
    setPhoto({ file, url, step: "preparing", sent });
    return sent;
  };

  return {
    photo,
    mistake,
    choose: (file: File) => {
      const wrong = photoError(file);
      if (wrong !== null) return setMistake(wrong);
      void start(file, null);
    },
    /** The id of the photo at the deployment; what did not arrive is sent once more. Null when there is none. */
    photoId: async (): Promise<string | null> => {
      if (photo === null) return null;
      return (await photo.sent) ?? (photo.file && (await start(photo.file, photo.url)));
    },
  };
}

function lying({ photoId, photoURL }: SentPhoto): Photo {
  return { file: null, url: photoURL, step: null, sent: Promise.resolve(photoId) };
}

/** A preview's address keeps the whole file in memory until it is given back. */
function useFreedUrl(url: string | null) {
  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
}
