import { api } from "../../../../convex/_generated/api";
import type { FestivalForm } from "../../../../convex/shared/festivalForm";
import { useMutation } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./words";

/** Saves the settings. True when they count. */
export function useSaveFestival() {
  const save = useMutation(api.festival.save);
  return async (version: number, settings: FestivalForm): Promise<boolean> =>
    (await toastResult(() => save({ version, settings }), { success: words.saved, failure: words.failed })).ok;
}
