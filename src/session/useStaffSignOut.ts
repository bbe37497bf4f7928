import { toastResult } from "../lib/toastResult";
import { useSession } from "./useSession";
import { words } from "./words";

/** Ends the session of a moderator or an organiser, with or without a network. */
export function useStaffSignOut() {
  const { signOut } = useSession();
  return async (): Promise<void> => {
    await toastResult(async () => signOut(), { success: words.signedOut, failure: () => words.signOutFailed });
  };
}
