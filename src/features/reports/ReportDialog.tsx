import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { reportKinds, type ReportKind } from "../../../convex/shared/reports";
import { countCharacters } from "../../../convex/shared/text";
import { Button } from "../../components/Button";
import { RadioChoice, RadioGroup } from "../../components/Choices";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextArea } from "../../components/TextField";
import { draft } from "../../lib/draft";
import { isOneOf, isText } from "../../lib/stored";
import { useToastedMutation } from "../../lib/toastResult";
import type { Reported } from "../../lib/useReport";
import { words } from "./words";

type Props = { reported: Reported; onClose: () => void; onParted: () => void };
type Draft = { kind?: ReportKind; reason: string };

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

type FormProps = Props & { draft: Draft; onDraft: (draft: Draft) => void; onBlock: () => void };

/** Asks for the kind and reason of a report. Closes on Cancel, or once the report is accepted. */
function ReportForm({ reported, draft, onDraft, onClose, onParted, onBlock }: FormProps) {
  const file = useToastedMutation(api.reports.file, { success: words.submitted, failure: words.failed });
  const firstOption = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const { kind, reason } = draft;
  const [error, setError] = useState<string>();
  const change = (changed: Partial<Draft>) => {
    onDraft({ ...draft, ...changed });
    setError(undefined);
  };

  const submit = async () => {
    if (reason.trim() === "" && (kind ?? "other") === "other") {
      setError(words.missing);
      return (kind === undefined ? firstOption : text).current?.focus();
    }
    const { _id: reportedUserId, name: reportedUserName, message } = reported;
    const messageRef = message && { message: { matchId: message.matchId, position: message.position } };
    const isFiled = await file({ reportedUserId, reportedUserName, reason, ...(kind && { kind }), ...messageRef });
    if (isFiled) onParted();
  };
  return (
    <ConfirmDialog
      initialFocus={firstOption}
      title={words.title(reported.name)}
      description={words.text}
      confirm={words.submit}
      onConfirm={submit}
      onClose={onClose}
      below={
        <Button variant="bare" className="self-center" onClick={onBlock}>
          {words.blockOnly}
        </Button>
      }
    >
      <RadioGroup
        label={words.kind}
        error={kind === undefined ? error : undefined}
        layout="grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2"
      >
        {reportKinds.map((option) => (
          <RadioChoice
            key={option}
            ref={option === (kind ?? reportKinds[0]) ? firstOption : undefined}
            name="kind"
            value={option}
            className="!px-3 !py-0.5 text-center text-note leading-tight text-balance"
            checked={kind === option}
            onChange={() => change({ kind: option })}
          >
            {words.kinds[option]}
          </RadioChoice>
        ))}
      </RadioGroup>
      {reported.message !== undefined && <ChosenMessage text={reported.message.text} />}
      {reported.message === undefined && reported.isMatch && <p className="text-note text-soft">{words.noMessages}</p>}
      <TextArea
        ref={text}
        label={words.reason}
        hint={words.reasonHint}
        rows={4}
        maxLength={limits.reportMax}
        aside={words.counter(countCharacters(reason), limits.reportMax)}
        error={kind === undefined ? undefined : error}
        value={reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </ConfirmDialog>
  );
}

function ChosenMessage({ text }: { text: string }) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="font-semibold">{words.message}</figcaption>
      {text !== "" && (
        <blockquote
          dir="auto"
          className="line-clamp-4 rounded-md border border-line bg-ground px-4 py-2 [overflow-wrap:anywhere]"
        >
          {text}
        </blockquote>
      )}
      <p className="text-note text-soft">{words.messageText}</p>
    </figure>
  );
}
