import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from "react";
import { useIsShown, withdrawActs } from "../lib/acts";
import { Button, type ButtonVariant } from "./Button";
import { Dialog } from "./Dialog";
import type { DialogProps } from "./DialogSheet";
import { words } from "./words";

type Props = Pick<DialogProps, "title" | "description" | "children" | "below" | "onClose"> & {
  open?: boolean;
  /** The element that gets the focus first. Default: the cancel button. In a form it is the first field unless an element is given. */
  initialFocus?: "confirm" | RefObject<HTMLElement | null>;
  confirm: ReactNode;
  cancel?: string;
  variant?: ButtonVariant;
  /** True if the children are fields. Enter in one confirms too. */
  isForm?: boolean;
  /** May return a promise. Until it settles the dialog is busy. */
  onConfirm: () => unknown;
  /** Runs on the cancel button. Default: closes. */
  onCancel?: () => void;
  /** Why the action is no longer possible. It replaces all but the title, and the dialog can only be closed. */
  ended?: string | undefined;
};

/** Asks before an action that cannot be undone. Closes once `onConfirm` resolves to true. Without a promise, `onConfirm` closes it. */
export function ConfirmDialog({
  open = true,
  initialFocus,
  description,
  confirm,
  ended,
  cancel = ended === undefined ? words.cancel : words.close,
  variant = "danger",
  isForm = false,
  onConfirm,
  onClose,
  onCancel = onClose,
  children,
  ...dialog
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsShown();
  const act = async () => {
    const result = onConfirm();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    const isDone: unknown = await result;
    setBusy(false);
    // After Cancel, it would close the question that is open by then.
    if (isDone === true && isShown()) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void act();
  };

  return (
    <Dialog
      {...dialog}
      open={open}
      description={ended === undefined ? description : <Ended text={ended} />}
      initialFocus={typeof initialFocus === "object" ? initialFocus : isForm ? field : button}
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
            ref={initialFocus === undefined ? button : undefined}
            variant="quiet"
            onClick={() => {
              withdrawActs();
              onCancel();
            }}
          >
            {cancel}
          </Button>
        </>
      }
    >
      {ended !== undefined ? null : isForm ? (
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
