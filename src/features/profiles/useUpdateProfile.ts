import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import type { Filled } from "./typedProfile";
import { words } from "./words";

/** Saves a changed profile; without photos the old ones stay. True when it was accepted. */
export function useUpdateProfile() {
  const update = useMutation(api.profiles.update);
  return async (form: Filled, photoIds: string[] | null): Promise<boolean> => {
    const profile = { ...form, ...(photoIds !== null && { photoIds }) };
    return (await toastResult(() => update({ profile }), { success: words.updated, failure: words.updateFailed })).ok;
  };
}
