import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import type { Filled } from "./profileCheck";
import { words } from "./words";

/** Saves a changed profile; without a new photo the old one stays. True when it was taken. */
export function useUpdateProfile() {
  const within = useReach();
  const update = useMutation(api.profiles.update);
  return async (form: Filled, photoId: string | null): Promise<boolean> => {
    try {
      await within(() => update({ profile: { ...form, ...(photoId !== null && { photoId }) } }));
      toast.success(words.updated);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.updateFailed));
      return false;
    }
  };
}
