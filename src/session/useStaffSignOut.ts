import { toastResult } from "../lib/toastResult";
import { useSession } from "./useSession";
import { words } from "./words";

/** Ends a staff session, online or offline. */
export function useStaffSignOut() {
  const { signOut } = useSession();
  return async (): Promise<void> => {
    await toastResult(async () => signOut(), { success: words.signedOut, failure: () => words.signOutFailed });
  };
}
