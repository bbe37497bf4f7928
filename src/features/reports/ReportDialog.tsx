import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { reportKinds } from "../../../convex/shared/reports";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { draft } from "../../lib/draft";
import { isOneOf, isText } from "../../lib/stored";
import { useToastedMutation } from "../../lib/toastResult";
import type { Reported } from "../../lib/useReport";
import { ReportForm, type Draft } from "./ReportForm";
import { words } from "./words";

type Props = { reported: Reported; onClose: () => void; onParted: () => void };

export function ReportDialog(props: Props) {
  const [isBlocking, setBlocking] = useState(false);
  // Back, Escape and the block question lose no input.
  const stored = draft<Draft>(`report:${props.reported._id}`, { kind: isOneOf(reportKinds), reason: isText });
  const [typed, setTyped] = useState<Draft>(() => ({ reason: "", ...stored.read() }));
  const onDraft = (next: Draft) => {
    setTyped(next);
    stored.write(next);
  };
  const onParted = () => {
    stored.clear();
    props.onParted();
  };
  if (isBlocking) return <BlockQuestion {...props} onParted={onParted} onBack={() => setBlocking(false)} />;
  return (
    <ReportForm {...props} draft={typed} onDraft={onDraft} onParted={onParted} onBlock={() => setBlocking(true)} />
  );
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
