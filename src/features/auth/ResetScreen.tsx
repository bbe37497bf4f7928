import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ButtonLink } from "../../components/Button";
import { Form } from "../../components/Form";
import { NewPasswordFields } from "../../components/NewPasswordFields";
import { useAction, useIsShown } from "../../lib/acts";
import { Interrupted, isRefusal, messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { useLazyForm } from "../../lib/useLazyForm";
import { AuthLayout } from "./AuthLayout";
import { DeadLink, useLinkIsDead } from "./DeadLink";
import { words } from "./words";

const schema = async () => (await import("../../../convex/shared/forms")).resetForm;
const toSignIn = { replace: true, state: { mode: "signIn" } };

/** /reset-password/{token}: the target of the mailed link, signed in or not. */
export function ResetScreen() {
  const { token } = useParams();
  const navigate = useNavigate();
  const goToSignIn = () => void navigate("/auth", toSignIn);

  const isDead = useLinkIsDead(token === undefined ? null : { token });

  if (token === undefined) return <InvalidLink />;
  return (
    // The key remounts the layout when the link turns out to be dead. Nothing was pressed, so the focus must not move.
    <AuthLayout
      key={String(isDead)}
      title={isDead ? words.deadTitle : words.resetTitle}
      lead={isDead ? words.deadLead : words.resetLead}
      linkLabel={words.backToLogin}
      onLink={goToSignIn}
    >
      {isDead ? <DeadReset /> : <ResetForm token={token} onDone={goToSignIn} />}
    </AuthLayout>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const resetPassword = useAction(api.auth.resetPassword);
  const [isDead, setDead] = useState(false);
  const isShown = useIsShown();
  const form = useLazyForm(schema, { defaultValues: { password: "", confirmPassword: "" } });

  const submit = form.handleSubmit(async ({ password }) => {
    const failure = (error: unknown) =>
      error instanceof Interrupted ? words.resetLost : messageOf(error, words.resetFailed);
    const messages = { success: words.resetDone, failure };
    const result = await toastResult(() => resetPassword({ token, password }), messages);
    // The form has already checked the password by the deployment's rule, so only the link can be wrong.
    setDead(!result.ok && isRefusal(result.error, "BAD_INPUT"));
    if (result.ok && isShown()) onDone();
  });

  return (
    <FormProvider {...form}>
      <Form button={words.resetPassword} variant={isDead ? "quiet" : "primary"} onSubmit={submit}>
        <NewPasswordFields label={words.newPassword} />
        {isDead && <DeadReset />}
      </Form>
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
