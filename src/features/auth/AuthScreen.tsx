import { useState } from "react";
import { useLocation } from "react-router-dom";
import { AuthLayout } from "./AuthLayout";
import type { CarriedEmail } from "./carriedEmail";
import { EmailForm } from "./EmailForm";
import { ForgotForm } from "./ForgotForm";
import { SignInForm } from "./SignInForm";
import { pendingSignUp, type PendingSignUp } from "./pendingSignUp";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Step = { name: "email" | "signIn" | "forgot" } | ({ name: "verify" } & PendingSignUp);

/** /auth: sign-up in two steps, sign-in, and the request for a reset link. */
export function AuthScreen() {
  const { state } = useLocation();
  const [step, setStep] = useState<Step>(() => firstStep(state));
  const [email, setEmail] = useState(step.name === "verify" ? step.email : "");
  const carried: CarriedEmail = { email, onEmail: { onChange: ({ target }) => setEmail(target.value) } };

  const [lastSignUp, setLastSignUp] = useState<PendingSignUp | null>(null);

  const toVerify = (to: string, sentAt?: number) => {
    setEmail(to);
    setStep({ name: "verify", ...pendingSignUp.save(to, sentAt) });
  };
  const to = (name: "email" | "signIn" | "forgot") => {
    if (step.name === "verify") setLastSignUp(step);
    pendingSignUp.clear();
    setStep({ name });
  };

  if (step.name === "signIn") {
    return (
      <AuthLayout
        title={words.welcomeBack}
        lead={words.welcomeLead}
        other={words.noAccount}
        onOther={() => to("email")}
      >
        <SignInForm {...carried} onForgot={() => to("forgot")} />
      </AuthLayout>
    );
  }
  if (step.name === "forgot") {
    return (
      <AuthLayout
        title={words.forgotTitle}
        lead={words.forgotLead}
        other={words.backToLogin}
        onOther={() => to("signIn")}
      >
        <ForgotForm {...carried} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={words.createAccount}
      lead={step.name === "verify" ? words.codeLead(step.email) : words.createLead}
      other={words.haveAccount}
      onOther={() => to("signIn")}
    >
      {step.name === "verify" ? (
        <VerifyForm
          email={step.email}
          sentAt={step.sentAt}
          onSentAgain={() => toVerify(step.email)}
          onOtherAddress={() => to("email")}
          onVerified={() => {
            to("signIn");
            setEmail("");
            setLastSignUp(null);
          }}
        />
      ) : (
        <EmailForm {...carried} lastSignUp={lastSignUp} onSent={toVerify} onRegistered={() => to("signIn")} />
      )}
    </AuthLayout>
  );
}

/** A link may ask for a certain form. Otherwise somebody with a pending sign-up continues with the code. */
function firstStep(state: unknown): Step {
  const mode = typeof state === "object" && state !== null && "mode" in state ? state.mode : undefined;
  if (mode === "signIn" || mode === "forgot") return { name: mode };
  const pending = pendingSignUp.read();
  return pending === null ? { name: "email" } : { name: "verify", ...pending };
}
