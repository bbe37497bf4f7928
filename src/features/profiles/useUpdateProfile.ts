import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import type { Filled } from "./profileCheck";
import { words } from "./words";

/** Saves a changed profile; without a new photo the old one stays. True when it was accepted. */
export function useUpdateProfile() {
  const call = useToastedCall();
  const update = useMutation(api.profiles.update);
  return async (form: Filled, photoId: string | null): Promise<boolean> => {
    const profile = { ...form, ...(photoId !== null && { photoId }) };
    return (await call(() => update({ profile }), { success: words.updated, failure: words.updateFailed })).ok;
  };
}
