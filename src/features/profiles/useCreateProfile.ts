import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import type { Filled } from "./typedProfile";
import { words } from "./words";

/** Sends the profile to the moderators. Returns the sentence to show when it was not accepted, else null. */
export function useCreateProfile(onCreated: () => void) {
  const create = useMutation(api.profiles.create);
  return async (form: Filled, photoIds: string[]): Promise<string | null> => {
    try {
      await create({ profile: { ...form, photoIds } });
      onCreated();
      toast.success(words.created);
      return null;
    } catch (error) {
      return messageOf(error, words.createFailed);
    }
  };
}
