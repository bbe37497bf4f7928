import { useState } from "react";
import type { ButtonVariant } from "./Button";
import { Form } from "./Form";
import { TextField } from "./TextField";

type Props = {
  label: string;
  hint: string;
  button: string;
  variant?: ButtonVariant;
  /** Returns true if the code was right. If not, a toast says why. */
  onCode: (code: string) => Promise<boolean>;
};

/** Asks for a code from the authenticator app, or a recovery code. Phones offer the code from their password manager. */
export function CodeField({ label, hint, button, variant, onCode }: Props) {
  const [code, setCode] = useState("");
  const submit = async () => {
    if (code.trim() !== "" && !(await onCode(code.trim()))) setCode("");
  };

  return (
    <Form button={button} variant={variant} onSubmit={submit}>
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
    </Form>
  );
}
