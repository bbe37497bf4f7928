import { useForm } from "react-hook-form";
import { Form } from "../../components/Form";
import { EmailField } from "../../components/TextField";
import { useLazyResolver } from "../../lib/useLazyResolver";

/** The e-mail address, carried from one form of /auth to the next, so nobody types it twice. */
export type CarriedEmail = {
  email: string;
  /** The second argument of `register("email", …)`. */
  onEmail: { onChange: (event: { target: { value: string } }) => void };
};

type Props = CarriedEmail & { button: string; onSend: (email: string) => Promise<void> };

const schema = async () => (await import("../../../convex/shared/forms")).emailForm;

export function AddressForm({ email, onEmail, button, onSend }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { email },
  });

  return (
    <Form button={button} onSubmit={handleSubmit((typed) => onSend(typed.email))}>
      <EmailField autoComplete="email" error={formState.errors.email?.message} {...register("email", onEmail)} />
    </Form>
  );
}
