import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import type { Filled } from "./profileCheck";
import { words } from "./words";

/** Saves a changed profile; without a new photo the old one stays. True when it was taken. */
export function useUpdateProfile() {
  const callWithTimeout = useCallWithTimeout();
  const update = useMutation(api.profiles.update);
  return async (form: Filled, photoId: string | null): Promise<boolean> => {
    try {
      await callWithTimeout(() => update({ profile: { ...form, ...(photoId !== null && { photoId }) } }));
      toast.success(words.updated);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.updateFailed));
      return false;
    }
  };
}
