import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { EmailField } from "../../components/EmailField";
import { useLateCheck } from "../../lib/useLateCheck";
import type { CarriedEmail } from "./carriedEmail";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = CarriedEmail & { onSent: (email: string) => void; onRegistered: () => void };

const check = async () => (await import("./checks")).emailCheck;

/** Signing up, step 1: the address that the code goes to. */
export function EmailForm({ email, onEmail, onSent, onRegistered }: Props) {
  const sendOtp = useSendOtp();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email },
  });

  const submit = handleSubmit(async ({ email }) => {
    const outcome = await sendOtp(email);
    if (outcome === "sent") onSent(email);
    if (outcome === "registered") onRegistered();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EmailField autoComplete="email" error={formState.errors.email?.message} {...register("email", onEmail)} />
      <Button type="submit" busy={formState.isSubmitting}>
        {words.sendOtp}
      </Button>
    </form>
  );
}
