import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useMutation } from "../../lib/acts";
import type { Reported } from "../../lib/useReport";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

type Props = { about: Reported; onClose: () => void; onParted: () => void; onBack: () => void };

/** Asks before two people are parted without a report. */
export function BlockQuestion({ about, onClose, onParted, onBack }: Props) {
  const block = useBlock();

  return (
    <ConfirmDialog
      start="cancel"
      title={words.blockTitle(about.name)}
      description={words.blockText}
      confirm={words.block}
      cancel={words.back}
      onConfirm={() => block(about)}
      onDone={onParted}
      onCancel={onBack}
      onClose={onClose}
    />
  );
}

/** Blocks a person permanently. Returns whether it succeeded. */
function useBlock() {
  const send = useMutation(api.reports.block);
  return async ({ _id: profileId }: Reported): Promise<boolean> =>
    (await toastResult(() => send({ profileId }), { success: words.blocked, failure: words.blockFailed })).ok;
}
