import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors";
import type { SentPhoto } from "./profileDraft";
import { photoError } from "./photoError";
import { smallerPhoto } from "./smallerPhoto";
import { useSendPhoto, type Uploaded } from "./useSendPhoto";
import { words } from "./words";

/** Made smaller first, then uploading: the number is the percentage that is sent. */
export type PhotoStep = "preparing" | number;

/**
 * `url` is its preview, once the file turned out to be a picture. `file` is null when it was sent before a reload. `sent`
 * resolves with the id at the deployment, or null when the upload failed.
 */
type Photo = { file: File | null; url: string | null; step: PhotoStep | null; sent: Promise<string | null> };

/** The chosen photo: uploaded as soon as it is chosen, so that it is there when the form is submitted. */
export function usePhoto(draft: SentPhoto | null, onSent: (photo: Uploaded) => void) {
  const sendPhoto = useSendPhoto();
  const [photo, setPhoto] = useState<Photo | null>(() => draft && photoOf(draft));
  const [error, setError] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  useRevokedUrl(photo?.url ?? null);

  const change = (file: File, to: Partial<Photo>) =>
    setPhoto((current) => (current?.file === file ? { ...current, ...to } : current));

  const send = async (file: File): Promise<string | null> => {
    try {
      const small = await smallerPhoto(file);
      if (small === null) {
        // There is no picture to show, and trying again would not help.
        setPhoto((current) => (current?.file === file ? null : current));
        return refuse(file, words.photoBroken);
      }
      // Another photo was chosen meanwhile.
      if (latest.current !== file) return null;
      change(file, { step: 0, url: URL.createObjectURL(small) });
      const uploaded = await sendPhoto(small, (share) => change(file, { step: Math.round(share * 100) }));
      if (latest.current === file) onSent(uploaded);
      return uploaded.photoId;
    } catch (failure) {
      return refuse(file, messageOf(failure, words.uploadFailed));
    } finally {
      change(file, { step: null });
    }
  };

  const refuse = (file: File, message: string): null => {
    if (latest.current === file) setError(message);
    return null;
  };

  const start = (file: File, url: string | null): Promise<string | null> => {
    latest.current = file;
    setError(null);
    const sent = send(file);
    setPhoto({ file, url, step: "preparing", sent });
    return sent;
  };

  return {
    photo,
    error,
    choose: (file: File) => {
      const message = photoError(file);
      if (message !== null) return setError(message);
      void start(file, null);
    },
    /** The id of the photo at the deployment; a failed upload is tried once more. Null when there is none. */
    photoId: async (): Promise<string | null> => {
      if (photo === null) return null;
      return (await photo.sent) ?? (photo.file && (await start(photo.file, photo.url)));
    },
  };
}

function photoOf({ photoId, photoURL }: SentPhoto): Photo {
  return { file: null, url: photoURL, step: null, sent: Promise.resolve(photoId) };
}

/** A preview's URL keeps the whole file in memory until it is revoked. */
function useRevokedUrl(url: string | null) {
  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
}
