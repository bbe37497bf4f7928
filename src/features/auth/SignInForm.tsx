import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { EmailField } from "../../components/EmailField";
import { PasswordField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import type { CarriedEmail } from "./carriedEmail";
import { useSignIn } from "./useSignIn";
import { words } from "./words";

const check = async () => (await import("./checks")).signInCheck;

/** Signing in. Where to go then is the door's business: it sees the new session at once. */
export function SignInForm({ email, onEmail, onForgot }: CarriedEmail & { onForgot: () => void }) {
  const signIn = useSignIn();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={handleSubmit(signIn)} className="flex flex-col gap-5">
      <EmailField error={errors.email?.message} {...register("email", onEmail)} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <Button look="bare" className="-my-3 self-end" onClick={onForgot}>
        {words.forgot}
      </Button>
      <Button type="submit" busy={isSubmitting}>
        {words.signIn}
      </Button>
    </form>
  );
}
