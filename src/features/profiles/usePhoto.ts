import { useAction } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { photoMistake } from "./photoMistake";
import { words } from "./words";

type Photo = { file: File; url: string; isSending: boolean; sent: Promise<string | null> };

/** A photo on its way: sent as soon as it is chosen, so that it is there when the form is done. */
export function usePhoto() {
  const within = useReach();
  const uploadPhoto = useAction(api.profiles.uploadPhoto);
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  useFreedUrl(photo?.url ?? null);

  const send = async (file: File): Promise<string | null> => {
    try {
      const image = await file.arrayBuffer();
      const { photoId } = await within(() => uploadPhoto({ image, contentType: file.type }));
      return photoId;
    } catch (error) {
      if (latest.current === file) setMistake(messageOf(error, words.uploadFailed));
      return null;
    } finally {
      setPhoto((current) => (current?.file === file ? { ...current, isSending: false } : current));
    }
  };

  const start = (file: File, url: string): Promise<string | null> => {
    latest.current = file;
    setMistake(null);
    const sent = send(file);
    setPhoto({ file, url, isSending: true, sent });
    return sent;
  };

  return {
    photo,
    mistake,
    choose: (file: File) => {
      const wrong = photoMistake(file);
      if (wrong !== null) return setMistake(wrong);
      void start(file, URL.createObjectURL(file));
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
