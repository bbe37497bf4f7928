import { useFormContext, useWatch } from "react-hook-form";
import { PasswordField } from "./TextField";
import { StrengthMeter } from "./StrengthMeter";
import { words } from "./words";

type Typed = { password: string; confirmPassword: string };

/** Two fields for a new password: the password with its strength, and its repetition. */
export function NewPasswordFields({ label }: { label: string }) {
  const { register, formState } = useFormContext<Typed>();
  const password = useWatch<Typed, "password">({ name: "password" });
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register("password")}
      >
        <StrengthMeter password={password} />
      </PasswordField>
      <PasswordField
        label={words.confirmPassword}
        autoComplete="new-password"
        error={formState.errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
    </>
  );
}
