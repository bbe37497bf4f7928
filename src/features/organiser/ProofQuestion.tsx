import { useForm } from "react-hook-form";
import { isNameTyped } from "../../../convex/shared/closing";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { PasswordField, TextField } from "../../components/TextField";
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
  const { register, handleSubmit, resetField, formState } = useForm({
    defaultValues: { name: "", password: "", code: "" },
  });
  const { errors } = formState;
  const submit = async () => {
    let isDone = false;
    await handleSubmit(async ({ name: typed, password, code }) => {
      isDone = await onConfirm({ password, ...(secondFactor && { code: code.trim() }) }, typed);
      // Each code is accepted once.
      if (!isDone) resetField("code");
    })();
    return isDone;
  };

  return (
    <ConfirmDialog isForm title={title} description={text} confirm={confirm} onConfirm={submit} onClose={onClose}>
      {name !== undefined && (
        <TextField
          label={words.proof.typeName(name)}
          autoComplete="off"
          error={errors.name?.message}
          {...register("name", { validate: (typed) => isNameTyped(typed, name) || words.proof.otherName })}
        />
      )}
      <PasswordField
        label={words.proof.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password", { required: words.proof.passwordMissing })}
      />
      {secondFactor && (
        <TextField
          label={words.proof.code}
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register("code", { validate: (code) => code.trim() !== "" || words.proof.codeMissing })}
        />
      )}
    </ConfirmDialog>
  );
}
