import { useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import { limits } from "../../convex/shared/limits";
import { isComposed } from "../lib/events";
import { ConfirmDialog } from "./ConfirmDialog";
import { areKeysShown, KeyHint } from "./KeyHint";
import { Select } from "./Select";
import { TextArea } from "./TextField";

type Props = Pick<ComponentProps<typeof ConfirmDialog>, "title" | "description" | "confirm" | "ended" | "onClose"> & {
  label: string;
  hint: string;
  /** The error for an empty reason. Without it, the reason is optional. */
  missingMessage?: string | undefined;
  /**
   * Usual reasons, by name. Choosing one fills in its text, which can be edited. The keys 1 to 9 choose too, until the person types another
   * reason. Enter confirms, and Shift+Enter starts a new line.
   */
  presets?: { label: string; texts: Readonly<Record<string, string>> };
  /** A choice of reasons (value to name) instead of free text. */
  choices?: { placeholder: string; names: Readonly<Record<string, string>> } | undefined;
  onConfirm: (reason: string) => unknown;
};

/** Asks for confirmation and the reason before an action on a person. */
export function ReasonQuestion({ label, hint, missingMessage, presets, choices, onConfirm, ...dialog }: Props) {
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
  const texts = Object.values(presets?.texts ?? {});
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || repeat || isComposed(nativeEvent)) return;
    const isOwn = reason !== "" && !texts.includes(reason);
    const preset = isOwn || !areKeysShown() ? undefined : texts[Number(key) - 1];
    if (preset !== undefined) choose(preset);
    else if (key === "Enter") event.currentTarget.form?.requestSubmit();
    else return;
    event.preventDefault();
  };
  const field = { label, hint, value: reason, error: isMissing ? missingMessage : undefined };

  return (
    <ConfirmDialog {...dialog} isForm initialFocus={choices ? select : text} onConfirm={confirm}>
      {presets && (
        <div role="group" aria-label={presets.label} className="flex flex-wrap gap-2">
          {Object.entries(presets.texts).map(([name, preset], index) => (
            <button
              key={name}
              type="button"
              aria-pressed={reason === preset}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => {
                choose(preset);
                text.current?.focus();
              }}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border-2 border-edge/60 px-4 text-note font-semibold hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash"
            >
              {name} <KeyHint name={String(index + 1)} />
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
          onKeyDown={presets && onKeyDown}
        />
      )}
    </ConfirmDialog>
  );
}
