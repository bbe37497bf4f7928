import { Button } from "../../components/Button";
import { SignInFields } from "../../components/SignInFields";
import type { CarriedEmail } from "./carriedEmail";
import { useSignIn } from "./useSignIn";
import { words } from "./words";

/** The sign-in. Afterwards the route guard redirects: it sees the new session at once. */
export function SignInForm({ email, onEmail, onForgot }: CarriedEmail & { onForgot: () => void }) {
  return (
    <SignInFields onSignIn={useSignIn()} email={email} onEmail={onEmail}>
      <Button look="bare" className="-my-3 self-end" onClick={onForgot}>
        {words.forgot}
      </Button>
    </SignInFields>
  );
}
