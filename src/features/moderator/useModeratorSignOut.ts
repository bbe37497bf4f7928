import { toastResult } from "../../lib/useToastedCall";
import { useSession } from "../../session/useSession";
import { words } from "./words";

/** Ends the moderator's session, with or without a network. */
export function useModeratorSignOut() {
  const { signOut } = useSession();
  return async (): Promise<void> => {
    await toastResult(async () => signOut(), { success: words.signedOut, failure: () => words.signOutFailed });
  };
}
