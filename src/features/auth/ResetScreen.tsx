import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { Button } from "../../components/Button";
import { PasswordField } from "../../components/TextField";
import { toast } from "../../lib/toast";
import { useLateCheck } from "../../lib/useLateCheck";
import { AuthStage } from "./AuthStage";
import { StrengthMeter } from "./StrengthMeter";
import { useResetPassword } from "./useResetPassword";
import { words } from "./words";

const check = async () => (await import("./checks")).resetCheck;
const toSignIn = { replace: true, state: { mode: "signIn" } };

/** /reset-password/{token}: for whoever came by the mailed link, signed in or not. */
export function ResetScreen() {
  const { token } = useParams();
  const navigate = useNavigate();
  const back = () => void navigate("/auth", toSignIn);

  if (token === undefined) return <InvalidLink />;
  return (
    <AuthStage title={words.resetTitle} lead={words.resetLead} other={words.backToLogin} onOther={back}>
      <ResetForm token={token} onDone={back} />
    </AuthStage>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const resetPassword = useResetPassword();
  const { register, handleSubmit, formState, control } = useForm({
    resolver: useLateCheck(check),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: "password" });

  const submit = handleSubmit(async ({ password }) => {
    if (await resetPassword({ token, password })) onDone();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label={words.newPassword}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register("password")}
      >
        <StrengthMeter password={typed} />
      </PasswordField>
      <PasswordField
        label={words.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <Button type="submit" busy={isSubmitting}>
        {words.resetPassword}
      </Button>
    </form>
  );
}

function InvalidLink() {
  useEffect(() => void toast.error(words.invalidLink), []);
  return <Navigate to="/auth" {...toSignIn} />;
}
