import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { EmailField } from "../../components/EmailField";
import { useLateCheck } from "../../lib/useLateCheck";
import type { CarriedEmail } from "./carriedEmail";
import { useRequestReset } from "./useRequestReset";
import { words } from "./words";

const check = async () => (await import("./checks")).emailCheck;

/** Asks for a link by mail. What it answers does not tell whether the address has an account. */
export function ForgotForm({ email, onEmail }: CarriedEmail) {
  const requestReset = useRequestReset();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email },
  });

  return (
    <form noValidate onSubmit={handleSubmit(requestReset)} className="flex flex-col gap-5">
      <EmailField error={formState.errors.email?.message} {...register("email", onEmail)} />
      <Button type="submit" busy={formState.isSubmitting}>
        {words.resetPassword}
      </Button>
    </form>
  );
}
