import { useForm } from "react-hook-form";
import { isNameTyped } from "../../../convex/shared/closing";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { PasswordField, TextField } from "../../components/TextField";
import { fieldsOf } from "../../lib/useLazyForm";
import { useStaff } from "../../session/useStaff";
import { words } from "./words";

export type Proof = { password: string; code?: string };

type Props = {
  /** The festival's name, if it must be typed too. */
  name?: string;
  title: string;
  text: string;
  confirm: string;
  /** Returns whether it succeeded. If not, the question stays open. */
  onConfirm: (proof: Proof, name: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for the password and the second factor's code, before an action that a stolen session must not allow. */
export function ProofQuestion({ name, title, text, confirm, onConfirm, onClose }: Props) {
  const { secondFactor } = useStaff();
  const form = useForm({ defaultValues: { name: "", password: "", code: "" } });
  const field = fieldsOf(form);
  const submit = async () => {
    let isDone = false;
    await form.handleSubmit(async ({ name: typed, password, code }) => {
      isDone = await onConfirm({ password, ...(secondFactor && { code: code.trim() }) }, typed);
      // Each code is accepted once.
      if (!isDone) form.resetField("code");
    })();
    return isDone;
  };

  return (
    <ConfirmDialog isForm title={title} description={text} confirm={confirm} onConfirm={submit} onClose={onClose}>
      {name !== undefined && (
        <TextField
          label={words.proof.typeName(name)}
          autoComplete="off"
          {...field("name", { validate: (typed) => isNameTyped(typed, name) || words.proof.otherName })}
        />
      )}
      <PasswordField
        label={words.proof.password}
        autoComplete="current-password"
        {...field("password", { required: words.proof.passwordMissing })}
      />
      {secondFactor && (
        <TextField
          label={words.proof.code}
          autoComplete="one-time-code"
          {...field("code", { validate: (code) => code.trim() !== "" || words.proof.codeMissing })}
        />
      )}
    </ConfirmDialog>
  );
}
