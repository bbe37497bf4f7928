import type { ReactNode } from "react";
import { useLazyForm } from "../lib/useLazyForm";
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
  const { field, handleSubmit, setError } = useLazyForm(schema, { defaultValues: { email, password: "" } });
  const submit = handleSubmit(async (credentials) => {
    const message = await onSignIn(credentials);
    if (message !== null) setError("password", { message }, { shouldFocus: true });
  });

  return (
    <Form button={words.signIn} onSubmit={submit}>
      <EmailField {...field("email", onEmail)} />
      <PasswordField label={words.password} autoComplete="current-password" {...field("password")} />
      {children}
    </Form>
  );
}
