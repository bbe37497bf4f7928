import { useForm } from "react-hook-form";
import { Button } from "../../components/Button";
import { TextField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = { onSent: (email: string) => void; onRegistered: () => void };

const check = async () => (await import("./checks")).emailCheck;

/** Signing up, step 1: the address that the code goes to. */
export function EmailForm({ onSent, onRegistered }: Props) {
  const sendOtp = useSendOtp();
  const { register, handleSubmit, formState } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email: "" },
  });

  const submit = handleSubmit(async ({ email }) => {
    const outcome = await sendOtp(email);
    if (outcome === "sent") onSent(email);
    if (outcome === "registered") onRegistered();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <Button type="submit" busy={formState.isSubmitting}>
        {words.sendOtp}
      </Button>
    </form>
  );
}
