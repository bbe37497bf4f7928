import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Asks before a lost or stolen ticket is released: the person who claimed it has none then. */
export function ReleaseTicket({ code, onClose }: { code: string; onClose: () => void }) {
  const release = useMutation(api.tickets.release);
  const confirm = async () => {
    onClose();
    await toastResult(() => release({ code }), { success: words.releaseDone, failure: words.releaseFailed });
  };
  return (
    <ConfirmDialog
      title={words.releaseQuestion}
      description={words.releaseFollows}
      confirm={words.releaseButton}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
