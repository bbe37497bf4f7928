import { api } from "../../../../convex/_generated/api";
import { perField, type Feature } from "../../../../convex/shared/prices";
import { useAction, useMutation } from "../../../lib/acts";
import { saveFile } from "../../../lib/saveFile";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./words";

export type Act = keyof typeof words.questions;
export type DeletionReason = keyof typeof words.deletionReasons;

/** Performs an organiser's act on a person. `reason`: one of the given words for a deletion, otherwise the typed text. */
export function usePersonActs(userId: string) {
  const suspend = useMutation(api.people.suspend);
  const restore = useMutation(api.people.restore);
  const undoApproval = useMutation(api.people.undoApproval);
  const setTier = useMutation(api.people.setTier);
  const signOut = useMutation(api.people.signOut);
  const remove = useMutation(api.people.remove);
  const releaseOf = useMutation(api.tickets.releaseOf);
  const exportData = useAction(api.people.exportData);
  const tier = (feature: Feature, has: boolean) => (reason: string) => setTier({ userId, reason, feature, has });
  const doing: Record<Act, (reason: string) => Promise<unknown>> = {
    suspend: (reason) => suspend({ userId, reason }),
    restore: (reason) => restore({ userId, reason }),
    undoApproval: (reason) => undoApproval({ userId, reason }),
    ...perField("key", (feature) => tier(feature, true), "Given"),
    ...perField("key", (feature) => tier(feature, false), "Taken"),
    signOut: (reason) => signOut({ userId, reason }),
    releaseTicket: (reason) => releaseOf({ userId, reason }),
    exportData: async (reason) => saveFile(`data-${userId}.json`, await exportData({ userId, reason })),
    remove: (reason) => remove({ userId, reason: reason as DeletionReason }),
  };
  return async (act: Act, reason: string): Promise<boolean> => {
    const { ok } = await toastResult(() => doing[act](reason), {
      success: words.questions[act].done,
      failure: words.failedAct,
    });
    return ok;
  };
}
