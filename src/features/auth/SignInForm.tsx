import { useAuthActions } from "@convex-dev/auth/react";
import { Button } from "../../components/Button";
import { SignInFields } from "../../components/SignInFields";
import { signInRefusal } from "../../components/signInRefusal";
import { useCallWithTimeout } from "../../lib/acts";
import { withProof } from "../../lib/proof";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import type { CarriedEmail } from "./AddressForm";
import { words } from "./words";

/** The sign-in form. The route guard redirects once the session exists. */
export function SignInForm({ email, onEmail, onForgot }: CarriedEmail & { onForgot: () => void }) {
  return (
    <SignInFields onSignIn={useSignIn()} email={email} onEmail={onEmail}>
      <Button variant="bare" className="-my-3 self-end" onClick={onForgot}>
        {words.forgot}
      </Button>
    </SignInFields>
  );
}

/** Starts an attendee's session. Returns null on success, else the error to show at the password. */
function useSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<string | null> => {
    const attempt = () => withProof((proof) => signIn("password", { ...form, ...proof }));
    const result = await toastResult(() => callWithTimeout(attempt), { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    toast.success(words.loggedIn);
    return null;
  };
}
