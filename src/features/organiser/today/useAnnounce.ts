import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useMutation } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { words } from "../festival/words";

export type Announced = FunctionArgs<typeof api.festival.announce>;

/** Tells everybody something, or takes it back. Both answer whether it worked. */
export function useAnnounce() {
  const [announce, withdraw] = [useMutation(api.festival.announce), useMutation(api.festival.withdraw)];
  const failure = words.announceFailed;
  return {
    announce: async (what: Announced) =>
      (await toastResult(() => announce(what), { success: words.announced, failure })).ok,
    withdraw: async () => (await toastResult(() => withdraw({}), { success: words.withdrawn, failure })).ok,
  };
}
