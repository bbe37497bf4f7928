import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useToastedMutation } from "../../lib/useToasted";
import { words } from "./words";

/** Asks before a lost or stolen ticket is released: the person who claimed it has none then. */
export function ReleaseTicket({ code, onClose }: { code: string; onClose: () => void }) {
  const release = useToastedMutation(api.tickets.release, {
    success: words.releaseDone,
    failure: words.releaseFailed,
  });
  return (
    <ConfirmDialog
      title={words.releaseQuestion}
      description={words.releaseFollows}
      confirm={words.releaseButton}
      onConfirm={() => release({ code })}
      onClose={onClose}
    />
  );
}
