import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./festivalWords";

export type Announced = FunctionArgs<typeof api.festival.announce>;

/** Tells everybody something, or takes it back. Both answer whether it worked. */
export function useAnnounce() {
  const call = useToastedCall();
  const [announce, withdraw] = [useMutation(api.festival.announce), useMutation(api.festival.withdraw)];
  const failure = words.announceFailed;
  return {
    announce: async (what: Announced) => (await call(() => announce(what), { success: words.announced, failure })).ok,
    withdraw: async () => (await call(() => withdraw({}), { success: words.withdrawn, failure })).ok,
  };
}
