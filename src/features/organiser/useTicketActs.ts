import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import type { Rules } from "./TicketRulesForm";
import { words } from "./ticketsWords";

/** What an organiser does about tickets, and what they are told. Each answers whether it is done. */
export function useTicketActs() {
  const call = useToastedCall();
  const [saveSettings, release] = [useMutation(api.tickets.saveSettings), useMutation(api.tickets.release)];
  const removeUnclaimed = useMutation(api.tickets.removeUnclaimed);
  return {
    save: async (version: number, rules: Omit<Rules, "version">) =>
      (await call(() => saveSettings({ version, rules }), { success: words.saved, failure: words.saveFailed })).ok,
    release: async (code: string) =>
      (await call(() => release({ code }), { success: words.released, failure: words.releaseFailed })).ok,
    removeUnclaimed: async () =>
      (await call(() => removeUnclaimed({}), { success: words.removalStarted, failure: words.removalFailed })).ok,
  };
}
