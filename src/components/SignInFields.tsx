import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useLazyResolver } from "../lib/useLazyResolver";
import { Form } from "./Form";
import { EmailField, PasswordField } from "./TextField";
import { words } from "./words";

type Credentials = { email: string; password: string };
type Props = {
  /** Returns null on success, or the error for the password field. */
  onSignIn: (credentials: Credentials) => Promise<string | null>;
  email?: string;
  onEmail?: { onChange: (event: { target: { value: string } }) => void };
  children?: ReactNode;
};

const schema = async () => (await import("../../convex/shared/forms")).signInForm;

/** The sign-in form of attendees and moderators: address and password. A refusal keeps the input. */
export function SignInFields({ onSignIn, email = "", onEmail, children }: Props) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { email, password: "" },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (credentials) => {
    const message = await onSignIn(credentials);
    if (message !== null) setError("password", { message }, { shouldFocus: true });
  });

  return (
    <Form button={words.signIn} onSubmit={submit}>
      <EmailField error={errors.email?.message} {...register("email", onEmail)} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      {children}
    </Form>
  );
}
