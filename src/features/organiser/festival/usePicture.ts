import { api } from "../../../../convex/_generated/api";
import { limits } from "../../../../convex/shared/limits";
import { useAction, useMutation } from "../../../lib/acts";
import { toast } from "../../../lib/toast";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./words";

/** Putting up the organisers' own picture, and taking it away. */
export function usePicture() {
  const [send, takeAway] = [useAction(api.festivalPicture.upload), useMutation(api.festivalPicture.remove)];
  const upload = async (file: File): Promise<void> => {
    // Said before three megabytes are on their way in vain.
    if (file.size >= limits.photoMaxBytes) return void toast.error(words.pictureTooLarge);
    const image = await file.arrayBuffer();
    await toastResult(() => send({ image }), { success: words.pictureSaved, failure: words.pictureFailed });
  };
  const remove = async (): Promise<void> => {
    await toastResult(() => takeAway({}), { success: words.pictureRemoved, failure: words.pictureFailed });
  };
  return { upload, remove };
}
