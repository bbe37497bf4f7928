import { LogOut } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonVariant } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { draftNames } from "../../lib/draft";
import { toastResult } from "../../lib/toastResult";
import { useAttendee } from "../../session/useAttendee";
import { ownWords as words } from "./ownWords";

/**
 * Ends the session, with or without a network. Asks first if messages or swipes would be lost. The route guard then leads to /auth. Fails
 * only if the browser's storage fails.
 */
export function SignOutButton({ variant = "quiet" }: { variant?: ButtonVariant }) {
  const { me, signOut } = useAttendee();
  const [losses, setLosses] = useState<string | null>(null);
  const messages = { success: words.signedOut, failure: () => words.signOutFailed };
  const leave = () => {
    setLosses(null);
    void toastResult(async () => signOut(), messages);
  };
  const ask = () => {
    const [unsentMessages, unsentSwipes] = [countUnsent("messages", me?._id), countUnsent("swipes", me?._id)];
    if (unsentMessages + unsentSwipes === 0) leave();
    else setLosses(words.signOutLoses(unsentMessages, unsentSwipes));
  };

  return (
    <>
      <Button variant={variant} onClick={ask}>
        <LogOut aria-hidden className="size-5" />
        {words.signOut}
      </Button>
      <ConfirmDialog
        open={losses !== null}
        title={words.signOutQuestion}
        description={losses}
        confirm={words.signOut}
        cancel={words.stay}
        onConfirm={leave}
        onClose={() => setLosses(null)}
      />
    </>
  );
}

/** Returns the number of entries in an outbox of `ChatOutbox` or `SwipeOutbox`. Not every screen with this button is below them. */
function countUnsent(outbox: "messages" | "swipes", userId = ""): number {
  return draftNames(`${outbox}:${userId}:`).length;
}
