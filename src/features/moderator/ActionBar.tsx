import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "../../components/Button";
import { classes } from "../../components/classes";
import { KeyHint } from "../../components/KeyHint";

/** The buttons of a decision: in the desk's column, or fixed at the bottom of a phone. */
export function ActionBar({ className, children }: { className: string; children: ReactNode }) {
  return <section className={classes(column, fixed, className)}>{children}</section>;
}

type ButtonProps = { name: string; keyName: string; variant?: ButtonVariant; isSeen: boolean; onPress: () => void };

/** A decision with its key. Dim until the item has been on screen for half a second. Earlier presses are ignored. */
export function ActionButton({ name, keyName, variant, isSeen, onPress }: ButtonProps) {
  return (
    <Button
      {...(variant && { variant })}
      className="aria-disabled:cursor-default aria-disabled:opacity-50"
      aria-disabled={!isSeen}
      aria-keyshortcuts={keyName}
      // A held Enter would decide on the whole queue.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
      onClick={onPress}
    >
      {name} <KeyHint name={keyName} />
    </Button>
  );
}

const column = "flex gap-3";
const fixed =
  "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:flex-row max-lg:flex-wrap max-lg:border-t-2 " +
  "max-lg:border-line max-lg:bg-ground max-lg:p-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] " +
  "[&>*]:max-lg:flex-1 [&>*]:max-lg:px-3";
