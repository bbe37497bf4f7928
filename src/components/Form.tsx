import type { FormEvent, ReactNode } from "react";
import { useBusy } from "../lib/useBusy";
import { Button, type ButtonVariant } from "./Button";
import { classes } from "./classes";

type Props = {
  /** The form is busy until a returned promise settles. */
  onSubmit: (event: FormEvent) => unknown;
  button: string;
  variant?: ButtonVariant | undefined;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
  /** Shown below the button. */
  below?: ReactNode;
};

/** Fields and a submit button. Enter in a field submits too. A busy form is not sent twice. */
export function Form({ onSubmit, button, variant, disabled = false, className = "gap-5", children, below }: Props) {
  const [isBusy, send] = useBusy(onSubmit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send(event);
  };
  return (
    <form noValidate onSubmit={submit} className={classes("flex flex-col", className)}>
      {children}
      <Button type="submit" {...(variant && { variant })} disabled={disabled} busy={isBusy}>
        {button}
      </Button>
      {below}
    </form>
  );
}
