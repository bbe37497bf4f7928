import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useAction, useMutation } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./closingWords";

/** How far the closing of the festival is. */
export type Status = FunctionReturnType<typeof api.closing.status>;

/** What an organiser does to close the festival, and what they are told. Each answers whether it is done. */
export function useClosing() {
  const [announce, plan] = [useMutation(api.closing.announce), useMutation(api.closing.plan)];
  const begin = useAction(api.closing.begin);
  const told = async (action: () => Promise<unknown>, success: string, failure: string): Promise<boolean> =>
    (await toastResult(action, { success, failure })).ok;

  return {
    announce: () => told(() => announce({}), words.announced, words.announceFailed),
    plan: (wanted: FunctionArgs<typeof api.closing.plan>) => told(() => plan(wanted), words.saved, words.saveFailed),
    end: (how: FunctionArgs<typeof api.closing.begin>) =>
      told(() => begin(how), how.sooner ? words.saved : words.begun, how.sooner ? words.saveFailed : words.beginFailed),
  };
}
