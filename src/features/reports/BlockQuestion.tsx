import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { Reported } from "../../lib/useReport";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

type Props = { about: Reported; onClose: () => void; onParted: () => void; onBack: () => void };

/** Asks before two people are parted without a report. */
export function BlockQuestion({ about, onClose, onParted, onBack }: Props) {
  const { isBusy, block } = useBlock();

  return (
    <ConfirmDialog
      start="cancel"
      title={words.blockTitle(about.name)}
      description={words.blockText}
      confirm={words.block}
      cancel={words.back}
      busy={isBusy}
      onConfirm={() => void block(about).then((isDone) => isDone && onParted())}
      onCancel={onBack}
      onClose={onClose}
    />
  );
}

/** Parts the person from somebody for good. `block` returns whether it is done. */
function useBlock() {
  const call = useToastedCall();
  const send = useMutation(api.reports.block);
  const [isBusy, setBusy] = useState(false);

  const block = async ({ _id: profileId }: Reported): Promise<boolean> => {
    setBusy(true);
    const { ok } = await call(() => send({ profileId }), { success: words.blocked, failure: words.blockFailed });
    setBusy(false);
    return ok;
  };
  return { isBusy, block };
}
