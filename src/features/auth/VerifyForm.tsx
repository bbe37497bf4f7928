import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "../../components/Button";
import { PasswordField, TextField } from "../../components/TextField";
import { useLateCheck } from "../../lib/useLateCheck";
import { SendAgain } from "./SendAgain";
import { StrengthMeter } from "./StrengthMeter";
import { useVerifyOtp } from "./useVerifyOtp";
import { words } from "./words";

type Props = {
  email: string;
  sentAt: number;
  onSentAgain: () => void;
  onOtherAddress: () => void;
  onVerified: () => void;
};

const check = async () => (await import("./checks")).signUpCheck;

/** Signing up, step 2: the code from the mail and the password, for an address that is now fixed. */
export function VerifyForm({ email, sentAt, onSentAgain, onOtherAddress, onVerified }: Props) {
  const verifyOtp = useVerifyOtp();
  const { register, handleSubmit, formState, control, setFocus } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { email, otp: "", password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = formState;
  const password = useWatch({ control, name: "password" });
  useEffect(() => setFocus("otp"), [setFocus]);

  const submit = handleSubmit(async ({ otp, password }) => {
    if (await verifyOtp({ email, otp, password })) onVerified();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField label={words.email} type="email" autoComplete="username" readOnly {...register("email")} />
      <TextField
        label={words.otp}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder="000000"
        className="font-poster text-title tracking-[0.3em] tabular-nums placeholder:opacity-40"
        error={errors.otp?.message}
        {...register("otp")}
      />
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register("password")}
      >
        <StrengthMeter password={password} />
      </PasswordField>
      <PasswordField
        label={words.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <Button type="submit" busy={isSubmitting}>
        {words.verifyOtp}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-4">
        <SendAgain email={email} sentAt={sentAt} onSent={onSentAgain} />
        <Button look="bare" onClick={onOtherAddress}>
          {words.changeEmail}
        </Button>
      </div>
    </form>
  );
}
