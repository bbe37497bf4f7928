import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { EmailField } from "../../components/EmailField";
import { useLazyResolver } from "../../lib/useLazyResolver";
import type { CarriedEmail } from "./carriedEmail";

type Props = CarriedEmail & { send: string; onSend: (email: string) => Promise<void> };

const schema = async () => (await import("../../../convex/shared/forms")).emailForm;

/** An address, and a button that has something mailed to it. */
export function AddressForm({ email, onEmail, send, onSend }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { email },
  });

  return (
    <form noValidate onSubmit={handleSubmit((typed) => onSend(typed.email))} className="flex flex-col gap-5">
      <EmailField autoComplete="email" error={formState.errors.email?.message} {...register("email", onEmail)} />
      <Button type="submit" busy={formState.isSubmitting}>
        {send}
      </Button>
    </form>
  );
}
