import { LogOut } from "lucide-react";
import { Button, type ButtonLook } from "../../components/Button";
import { toastResult } from "../../lib/toastResult";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/** Ends the session, with or without a network. The route guard then leads to /auth. Fails only if the browser's storage fails. */
export function SignOutButton({ look = "quiet" }: { look?: ButtonLook }) {
  const { signOut } = useAttendee();
  const messages = { success: words.signedOut, failure: () => words.signOutFailed };
  return (
    <Button look={look} onClick={() => void toastResult(async () => signOut(), messages)}>
      <LogOut aria-hidden className="size-5" />
      {words.signOut}
    </Button>
  );
}
