import { useState } from "react";
import type { Reported } from "../../lib/useReport";
import { BlockQuestion } from "./BlockQuestion";
import { ReportForm, type Draft } from "./ReportForm";

type Props = { about: Reported; onClose: () => void; onParted: () => void };

/** Two ways to part from a person: report them, or block them without a report. */
export function ReportDialog(props: Props) {
  const [isBlocking, setBlocking] = useState(false);
  // Kept here, so that switching to the other question and back loses nothing.
  const [draft, setDraft] = useState<Draft>({ reason: "" });
  if (isBlocking) return <BlockQuestion {...props} onBack={() => setBlocking(false)} />;
  return <ReportForm {...props} draft={draft} onDraft={setDraft} onBlock={() => setBlocking(true)} />;
}
