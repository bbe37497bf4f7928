import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { Button, ButtonLink } from "../../components/Button";
import { toast } from "../../lib/toast";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { AuthLayout } from "./AuthLayout";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { DeadLink } from "./DeadLink";
import { useLinkIsDead } from "./useLinkIsDead";
import { useResetPassword } from "./useResetPassword";
import { words } from "./words";

const schema = async () => (await import("../../../convex/shared/forms")).resetForm;
const toSignIn = { replace: true, state: { mode: "signIn" } };

/** /reset-password/{token}: where the mailed link leads, signed in or not. */
export function ResetScreen() {
  const { token } = useParams();
  const navigate = useNavigate();
  const back = () => void navigate("/auth", toSignIn);

  const isDead = useLinkIsDead(token === undefined ? null : { token });

  if (token === undefined) return <InvalidLink />;
  return (
    <AuthLayout title={words.resetTitle} lead={words.resetLead} other={words.backToLogin} onOther={back}>
      {isDead ? <DeadReset /> : <ResetForm token={token} onDone={back} />}
    </AuthLayout>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const resetPassword = useResetPassword();
  const [isDead, setDead] = useState(false);
  const form = useForm({
    resolver: useLazyResolver(schema),
    defaultValues: { password: "", confirmPassword: "" },
  });

  const submit = form.handleSubmit(async ({ password }) => {
    const outcome = await resetPassword({ token, password });
    setDead(outcome === "deadLink");
    if (outcome === "done") onDone();
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NewPasswordFields label={words.newPassword} />
        {isDead && <DeadReset />}
        <Button type="submit" look={isDead ? "quiet" : "primary"} busy={form.formState.isSubmitting}>
          {words.resetPassword}
        </Button>
      </form>
    </FormProvider>
  );
}

function DeadReset() {
  return (
    <DeadLink>
      <ButtonLink to="/auth" state={{ mode: "forgot" }}>
        {words.newLink}
      </ButtonLink>
    </DeadLink>
  );
}

function InvalidLink() {
  useEffect(() => void toast.error(words.invalidLink), []);
  return <Navigate to="/auth" {...toSignIn} />;
}
