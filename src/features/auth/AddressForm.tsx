import { Form } from "../../components/Form";
import { EmailField } from "../../components/TextField";
import { useLazyForm } from "../../lib/useLazyForm";

/** The e-mail address, carried from one form of /auth to the next, so nobody types it twice. */
export type CarriedEmail = {
  email: string;
  /** The second argument of `register("email", …)`. */
  onEmail: { onChange: (event: { target: { value: string } }) => void };
};

type Props = CarriedEmail & { button: string; onSend: (email: string) => Promise<void> };

const schema = async () => (await import("../../../convex/shared/forms")).emailForm;

export function AddressForm({ email, onEmail, button, onSend }: Props) {
  const { field, handleSubmit } = useLazyForm(schema, { defaultValues: { email } });
  return (
    <Form button={button} onSubmit={handleSubmit((typed) => onSend(typed.email))}>
      <EmailField autoComplete="email" {...field("email", onEmail)} />
    </Form>
  );
}
