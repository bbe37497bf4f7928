import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { Reported } from "../../lib/useReport";
import { useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

type Props = { about: Reported; onClose: () => void; onParted: () => void; onBack: () => void };

/** Asks before two people are parted without a report. */
export function BlockQuestion({ about, onClose, onParted, onBack }: Props) {
  const block = useToastedMutation(api.reports.block, { success: words.blocked, failure: words.blockFailed });

  return (
    <ConfirmDialog
      start="cancel"
      title={words.blockTitle(about.name)}
      description={words.blockText}
      confirm={words.block}
      cancel={words.back}
      onConfirm={() => block({ profileId: about._id })}
      onDone={onParted}
      onCancel={onBack}
      onClose={onClose}
    />
  );
}
