import { api } from "../../../../convex/_generated/api";
import { useMutation } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./words";
import type { Rules } from "./whoMayCome";

/** What an organiser does about tickets, and what they are told. Each answers whether it is done. */
export function useTicketActs() {
  const saveSettings = useMutation(api.tickets.saveSettings);
  const removeUnclaimed = useMutation(api.tickets.removeUnclaimed);
  return {
    save: async (version: number, rules: Omit<Rules, "version">) =>
      (await toastResult(() => saveSettings({ version, rules }), { success: words.saved, failure: words.saveFailed }))
        .ok,
    removeUnclaimed: async () =>
      (await toastResult(() => removeUnclaimed({}), { success: words.removalStarted, failure: words.removalFailed }))
        .ok,
  };
}
