import { LogOut } from "lucide-react";
import { Button, type ButtonVariant } from "../../components/Button";
import { toastResult } from "../../lib/toastResult";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** Ends the session, with or without a network. The route guard then leads to /auth. Fails only if the browser's storage fails. */
export function SignOutButton({ variant = "quiet" }: { variant?: ButtonVariant }) {
  const { signOut } = useAttendee();
  const messages = { success: words.signedOut, failure: () => words.signOutFailed };
  return (
    <Button variant={variant} onClick={() => void toastResult(async () => signOut(), messages)}>
      <LogOut aria-hidden className="size-5" />
      {words.signOut}
    </Button>
  );
}
