import { useRef, type ReactNode, type RefObject } from "react";
import { withdrawActs } from "../lib/acts";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { words } from "./words";

type Props = {
  open?: boolean;
  /** Gets the focus first: one of the buttons, or a field among the children. */
  start?: "confirm" | "cancel" | RefObject<HTMLElement | null>;
  title: string;
  description: ReactNode;
  confirm: ReactNode;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Runs on the cancel button instead of closing. */
  onCancel?: () => void;
  /** A third button, after the other two. */
  more?: ReactNode;
  /** Under the buttons: another way on. */
  below?: ReactNode;
  children?: ReactNode;
};

/** Asks before something that cannot be taken back. It does not close by itself: `onConfirm` has to. */
export function ConfirmDialog({
  open = true,
  start = "cancel",
  confirm,
  cancel = words.cancel,
  busy,
  onConfirm,
  onClose,
  onCancel = onClose,
  more,
  ...dialog
}: Props) {
  const button = useRef<HTMLButtonElement>(null);

  return (
    <Dialog
      {...dialog}
      open={open}
      start={typeof start === "string" ? button : start}
      onClose={onClose}
      actions={
        <>
          <Button ref={start === "confirm" ? button : undefined} look="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button
            ref={start === "cancel" ? button : undefined}
            look="quiet"
            onClick={() => {
              withdrawActs();
              onCancel();
            }}
          >
            {cancel}
          </Button>
          {more}
        </>
      }
    />
  );
}

/** Several things that follow, a line each, as the description. */
export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => (
    <span key={sentence} className="mb-2 block last:mb-0">
      {sentence}{" "}
    </span>
  ));
}
