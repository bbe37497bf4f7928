import { useState, type ComponentProps, type FormEvent } from "react";
import { Button } from "./Button";
import { TextField } from "./TextField";

type Props = {
  label: string;
  hint: string;
  button: string;
  look?: ComponentProps<typeof Button>["look"];
  /** Returns true if the code was right. A toast shows what was wrong. */
  onCode: (code: string) => Promise<boolean>;
};

/** Asks for a code of the authenticator app, or a recovery code. Phones offer the one from their own store. */
export function CodeField({ label, hint, button, look, onCode }: Props) {
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "" || isBusy) return;
    setBusy(true);
    if (!(await onCode(code.trim()))) setCode("");
    setBusy(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" {...(look && { look })} busy={isBusy}>
        {button}
      </Button>
    </form>
  );
}
