import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useToastedMutation } from "../../lib/toastResult";
import type { Reported } from "../../lib/useReport";
import { ReportForm, type Draft } from "./ReportForm";
import { words } from "./words";

type Props = { reported: Reported; onClose: () => void; onParted: () => void };

export function ReportDialog(props: Props) {
  const [isBlocking, setBlocking] = useState(false);
  // Kept here, so switching to the block question and back loses no input.
  const [draft, setDraft] = useState<Draft>({ reason: "" });
  if (isBlocking) return <BlockQuestion {...props} onBack={() => setBlocking(false)} />;
  return <ReportForm {...props} draft={draft} onDraft={setDraft} onBlock={() => setBlocking(true)} />;
}

function BlockQuestion({ reported, onClose, onParted, onBack }: Props & { onBack: () => void }) {
  const block = useToastedMutation(api.reports.block, { success: words.blocked, failure: words.blockFailed });

  return (
    <ConfirmDialog
      title={words.blockTitle(reported.name)}
      description={words.blockText}
      confirm={words.block}
      cancel={words.back}
      onConfirm={async () => (await block({ profileId: reported._id })) && onParted()}
      onCancel={onBack}
      onClose={onClose}
    />
  );
}
