import { useAuthActions } from "@convex-dev/auth/react";
import { useState } from "react";
import { signInRefusal } from "../../components/signInRefusal";
import { useCallWithTimeout } from "../../lib/acts";
import { isRefusal } from "../../lib/errors";
import { withProof } from "../../lib/proof";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

type Form = { email: string; password: string };

/** Starts a staff session. `form`: the accepted input, while a code is still needed. Null otherwise. */
export function useModeratorSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  const [form, setForm] = useState<Form | null>(null);

  /** Returns null if signed in or a code is needed, else the error to show at the password. */
  const enter = async (typed: Form): Promise<string | null> => {
    const attempt = async () => {
      try {
        await withProof((proof) => signIn("moderator", { ...typed, ...proof }));
      } catch (error) {
        if (!isRefusal(error, "CODE_NEEDED")) throw error;
        setForm(typed);
      }
    };
    const result = await toastResult(() => callWithTimeout(attempt), { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    return null;
  };
  /** The second step. Returns whether the sign-in succeeded. */
  const enterCode = async (code: string): Promise<boolean> => {
    const attempt = () => withProof((proof) => signIn("moderator", { ...form, code, ...proof }));
    const { ok } = await toastResult(() => callWithTimeout(attempt), { failure: words.loginFailed });
    if (ok) toast.dismiss();
    return ok;
  };
  return { form, enter, enterCode, startAgain: () => setForm(null) };
}
