import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { words } from "./words";

type Props = { follows: readonly string[]; isOtherDay: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before settings are saved that end something for everybody, and says what. */
export function SaveQuestion({ follows, isOtherDay, onConfirm, onClose }: Props) {
  const closing = useQuery(api.closing.status, {});
  const isTold = closing?.stage === "announced" || closing?.stage === "stopped";
  const sentences = [...follows, ...(isOtherDay && isTold ? [words.closingWithdrawn] : [])];
  return (
    <ConfirmDialog
      start="cancel"
      title={words.saveQuestion}
      description={sentences.join(" ")}
      confirm={words.saveConfirm}
      cancel={words.cancel}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
