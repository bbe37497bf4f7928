import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { FestivalForm } from "../../../convex/shared/festivalForm";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./festivalWords";

/** Saves the settings. True when they count. */
export function useSaveFestival() {
  const call = useToastedCall();
  const save = useMutation(api.festival.save);
  return async (version: number, settings: FestivalForm): Promise<boolean> =>
    (await call(() => save({ version, settings }), { success: words.saved, failure: words.failed })).ok;
}
