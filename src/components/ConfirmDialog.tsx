import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from "react";
import { withdrawActs } from "../lib/acts";
import { Button, type ButtonVariant } from "./Button";
import { Dialog } from "./Dialog";
import { words } from "./words";

type Props = {
  open?: boolean;
  /** The element that gets the focus first. Default: the cancel button. In a form it is the first field unless an element is given. */
  initialFocus?: "confirm" | "cancel" | RefObject<HTMLElement | null>;
  title: string;
  description: ReactNode;
  confirm: ReactNode;
  cancel?: string;
  variant?: ButtonVariant;
  /** True if the children are fields. Enter in one confirms too. */
  isForm?: boolean;
  /** May return a promise of whether it succeeded. Until then the dialog is busy. */
  onConfirm: () => unknown;
  /** Runs once the promise resolves to true. Default: closes. */
  onDone?: () => void;
  onClose: () => void;
  /** Runs on the cancel button. Default: closes. */
  onCancel?: () => void;
  extraButton?: ReactNode;
  /** Why the action is no longer possible. It replaces the description and the confirm button. Only closing is left. */
  ended?: string | undefined;
  /** Shown below the buttons. */
  below?: ReactNode;
  children?: ReactNode;
};

/** Asks before an action that cannot be undone. Closes once `onConfirm` resolves to true. Without a promise, `onConfirm` closes it. */
export function ConfirmDialog({
  open = true,
  initialFocus = "cancel",
  description,
  confirm,
  ended,
  cancel = ended === undefined ? words.cancel : words.close,
  variant = "danger",
  isForm = false,
  onConfirm,
  onClose,
  onDone = onClose,
  onCancel = onClose,
  extraButton,
  children,
  ...dialog
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    const result = onConfirm();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    const isDone: unknown = await result;
    setBusy(false);
    if (isDone === true) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && ended === undefined) void act();
  };

  return (
    <Dialog
      {...dialog}
      open={open}
      description={ended === undefined ? description : <Ended text={ended} />}
      initialFocus={typeof initialFocus !== "string" ? initialFocus : isForm ? field : button}
      onClose={onClose}
      actions={
        <>
          {ended === undefined && (
            <Button
              ref={initialFocus === "confirm" ? button : undefined}
              variant={variant}
              busy={isBusy}
              onClick={() => void act()}
            >
              {confirm}
            </Button>
          )}
          <Button
            ref={initialFocus === "cancel" ? button : undefined}
            variant="quiet"
            onClick={() => {
              withdrawActs();
              onCancel();
            }}
          >
            {cancel}
          </Button>
          {extraButton}
        </>
      }
    >
      {isForm ? (
        <form
          ref={(form) => void (field.current = form?.elements.item(0) as HTMLElement)}
          noValidate
          onSubmit={submit}
          className="flex flex-col gap-5"
        >
          {children}
          <button type="submit" hidden />
        </form>
      ) : (
        children
      )}
    </Dialog>
  );
}

function Ended({ text }: { text: string }) {
  return (
    <span role="alert" className="font-semibold text-ink">
      {text}
    </span>
  );
}

export function Sentences({ texts }: { texts: readonly string[] }) {
  return texts.map((sentence) => (
    <span key={sentence} className="mb-2 block last:mb-0">
      {sentence}{" "}
    </span>
  ));
}
