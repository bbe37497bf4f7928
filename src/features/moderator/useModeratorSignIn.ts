import { useAuthActions } from "@convex-dev/auth/react";
import { toast } from "../../lib/toast";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Starts a moderator's session. */
export function useModeratorSignIn() {
  const call = useToastedCall();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    const { ok } = await call(() => signIn("moderator", form), { failure: words.loginFailed });
    if (ok) toast.dismiss();
  };
}
