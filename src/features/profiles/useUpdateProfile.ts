import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import type { Filled } from "./profileCheck";
import { words } from "./words";

/** Saves a changed profile; without photos the old ones stay. True when it was accepted. */
export function useUpdateProfile() {
  const call = useToastedCall();
  const update = useMutation(api.profiles.update);
  return async (form: Filled, photoIds: string[] | null): Promise<boolean> => {
    const profile = { ...form, ...(photoIds !== null && { photoIds }) };
    return (await call(() => update({ profile }), { success: words.updated, failure: words.updateFailed })).ok;
  };
}
