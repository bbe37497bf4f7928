import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { useFocusKept } from "../lib/useFocusKept";
import { classes } from "./classes";

/** `primary`: a screen's main action. `paper`: quiet on a dark background. `danger`: deletes or ends something. `bare`: text only. */
export type ButtonVariant = "primary" | "quiet" | "paper" | "danger" | "bare";

type Props = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  /** Shows a spinner beside the text, and ignores presses. */
  busy?: boolean;
};

/** A button. Its default is `type="button"`, so that no form is sent by accident. */
export function Button({
  variant = "primary",
  busy = false,
  className,
  children,
  disabled,
  type,
  onClick,
  ...rest
}: Props) {
  const focusKept = useFocusKept(busy);
  return (
    <button
      {...rest}
      {...focusKept}
      // The first click of a double click may move something else under the second one, such as the next person.
      onClick={(event) => event.detail < 2 && onClick?.(event)}
      type={type ?? "button"}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(shape, variants[variant], className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />}
      {children}
    </button>
  );
}

export function ButtonLink({ variant = "primary", className, ...rest }: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={classes(shape, variants[variant], className)} />;
}

const shape =
  "inline-flex min-h-12 items-center justify-center gap-2 rounded-full py-2 text-body font-bold " +
  "transition-[transform,filter,background-color,border-color] select-none active:scale-[0.97] " +
  "disabled:opacity-60 disabled:active:scale-100";

const variants: Record<ButtonVariant, string> = {
  primary: "px-6 hot shadow-rest hover:brightness-105 disabled:saturate-50",
  quiet: "px-6 border-2 border-edge bg-transparent text-ink hover:border-ink",
  paper: "px-6 border-2 border-paper/60 bg-transparent text-paper hover:border-paper",
  danger: "px-6 border-2 border-bad bg-transparent text-bad hover:bg-badwash",
  bare: "px-1 min-h-11 text-teal underline decoration-2 underline-offset-4 hover:text-ink",
};
