import { useAction } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { photoMistake } from "./photoMistake";
import { smallerPhoto } from "./smallerPhoto";
import { words } from "./words";

/** Made smaller first, then on its way. */
export type PhotoStep = "preparing" | "sending";

/** `url` shows it once it turned out to be a picture. */
type Photo = { file: File; url: string | null; step: PhotoStep | null; sent: Promise<string | null> };

/** A photo on its way: sent as soon as it is chosen, so that it is there when the form is done. */
export function usePhoto() {
  const within = useReach();
  const uploadPhoto = useAction(api.profiles.uploadPhoto);
  const [photo, setPhoto] = useState<Photo | null>(null);
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
      change(file, { step: "sending", url: URL.createObjectURL(small) });
      const image = await small.arrayBuffer();
      const { photoId } = await within(() => uploadPhoto({ image, contentType: small.type }));
      return photoId;
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
      const wrong = photoMistake(file);
      if (wrong !== null) return setMistake(wrong);
      void start(file, null);
    },
    /** The id of the photo at the deployment; what did not arrive is sent once more. Null when there is none. */
    photoId: async (): Promise<string | null> => {
      if (photo === null) return null;
      return (await photo.sent) ?? (await start(photo.file, photo.url));
    },
  };
}

/** A preview's address keeps the whole file in memory until it is given back. */
function useFreedUrl(url: string | null) {
  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
}
