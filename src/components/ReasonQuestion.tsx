import { useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import { limits } from "../../convex/shared/limits";
import { ConfirmDialog } from "./ConfirmDialog";
import { Select } from "./Select";
import { TextArea } from "./TextField";

type Props = Pick<ComponentProps<typeof ConfirmDialog>, "title" | "description" | "confirm" | "ended" | "onClose"> & {
  label: string;
  hint: string;
  /** The error for an empty reason. Without it, the reason is optional. */
  missingMessage?: string | undefined;
  /** Usual reasons, by name. Choosing one fills in its text, which can be edited. */
  presets?: { label: string; texts: Readonly<Record<string, string>> };
  /** A choice of reasons (value to name) instead of a text. */
  choices?: { placeholder: string; names: Readonly<Record<string, string>> } | undefined;
  /** True: Enter confirms, and Shift+Enter starts a new line. */
  isSentByEnter?: boolean;
  onConfirm: (reason: string) => unknown;
};

/** Asks for confirmation and the reason before an action on a person. */
export function ReasonQuestion({
  label,
  hint,
  missingMessage,
  presets,
  choices,
  isSentByEnter = false,
  onConfirm,
  ...dialog
}: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const choose = (chosen: string) => {
    setReason(chosen);
    setMissing(false);
  };
  const confirm = () => {
    if (missingMessage !== undefined && reason.trim() === "") return setMissing(true);
    return onConfirm(reason);
  };
  const confirmOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  const field = { label, hint, value: reason, error: isMissing ? missingMessage : undefined };

  return (
    <ConfirmDialog {...dialog} isForm initialFocus={choices ? select : text} onConfirm={confirm}>
      {presets && (
        <div role="group" aria-label={presets.label} className="flex flex-wrap gap-2">
          {Object.entries(presets.texts).map(([name, preset]) => (
            <button
              key={name}
              type="button"
              aria-pressed={reason === preset}
              onClick={() => {
                choose(preset);
                text.current?.focus();
              }}
              className="min-h-11 rounded-full border-2 border-edge/60 px-4 text-note font-semibold hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash"
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {choices ? (
        <Select
          ref={select}
          {...field}
          placeholder={choices.placeholder}
          options={Object.entries(choices.names).map(([value, label]) => ({ value, label }))}
          onChange={(event) => choose(event.target.value)}
        />
      ) : (
        <TextArea
          ref={text}
          {...field}
          rows={3}
          maxLength={limits.reasonMax}
          onChange={(event) => choose(event.target.value)}
          onKeyDown={isSentByEnter ? confirmOnEnter : undefined}
        />
      )}
    </ConfirmDialog>
  );
}
