import { useState } from "react";
import { useLocation } from "react-router-dom";
import { AuthLayout } from "./AuthLayout";
import type { CarriedEmail } from "./carriedEmail";
import { EmailForm } from "./EmailForm";
import { ForgotForm } from "./ForgotForm";
import { SignInForm } from "./SignInForm";
import { signUp, type Begun } from "./pendingSignUp";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Step = { name: "email" | "signIn" | "forgot" } | { name: "verify"; email: string; sentAt: number };

/** /auth: one form with four faces. */
export function AuthScreen() {
  const { state } = useLocation();
  const [step, setStep] = useState<Step>(() => firstStep(state));
  const [email, setEmail] = useState(step.name === "verify" ? step.email : "");
  const carried: CarriedEmail = { email, onEmail: { onChange: ({ target }) => setEmail(target.value) } };

  const [lastCode, setLastCode] = useState<Begun | null>(null);

  const toVerify = (to: string, sentAt?: number) => {
    setEmail(to);
    setStep({ name: "verify", ...signUp.begin(to, sentAt) });
  };
  const to = (name: "email" | "signIn" | "forgot") => {
    if (step.name === "verify") setLastCode(step);
    signUp.end();
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
            setLastCode(null);
          }}
        />
      ) : (
        <EmailForm {...carried} lastCode={lastCode} onSent={toVerify} onRegistered={() => to("signIn")} />
      )}
    </AuthLayout>
  );
}

/** Whoever is sent here may be sent to a certain face; whoever has a code on the way finds the field for it. */
function firstStep(state: unknown): Step {
  const mode = typeof state === "object" && state !== null && "mode" in state ? state.mode : undefined;
  if (mode === "signIn" || mode === "forgot") return { name: mode };
  const begun = signUp.begun();
  return begun === null ? { name: "email" } : { name: "verify", ...begun };
}
