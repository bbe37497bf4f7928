import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { TextField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import { useRequestReset } from "./useRequestReset";
import { words } from "./words";

const check = async () => (await import("./checks")).emailCheck;

/** Asks for a link by mail. What it answers does not tell whether the address has an account. */
export function ForgotForm() {
  const requestReset = useRequestReset();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email: "" },
  });

  return (
    <form noValidate onSubmit={handleSubmit(requestReset)} className="flex flex-col gap-5">
      <TextField
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <Button type="submit" busy={formState.isSubmitting}>
        {words.resetPassword}
      </Button>
    </form>
  );
}
