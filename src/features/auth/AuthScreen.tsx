import { useState } from "react";
import { useLocation } from "react-router-dom";
import { draft } from "../../lib/draft";
import { AuthStage } from "./AuthStage";
import { EmailForm } from "./EmailForm";
import { ForgotForm } from "./ForgotForm";
import { SignInForm } from "./SignInForm";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Step =
  { name: "email" } | { name: "verify"; email: string; sentAt: number } | { name: "signIn" } | { name: "forgot" };

/** Somebody who looks up the code may lose the tab to the mail app; the address they gave is kept until they are done. */
const signUp = draft<{ email: string; sentAt: number }>("signUp");

/** /auth: one form with four faces. */
export function AuthScreen() {
  const location = useLocation();
  const [step, setStep] = useState<Step>(() => firstStep(location.state));

  const toVerify = (email: string) => {
    const sentAt = Date.now();
    signUp.write({ email, sentAt });
    setStep({ name: "verify", email, sentAt });
  };
  const to = (next: Step) => {
    signUp.clear();
    setStep(next);
  };

  if (step.name === "signIn") {
    return (
      <AuthStage
        title={words.welcomeBack}
        lead={words.welcomeLead}
        other={words.noAccount}
        onOther={() => to({ name: "email" })}
      >
        <SignInForm onForgot={() => to({ name: "forgot" })} />
      </AuthStage>
    );
  }
  if (step.name === "forgot") {
    return (
      <AuthStage
        title={words.forgotTitle}
        lead={words.forgotLead}
        other={words.backToLogin}
        onOther={() => to({ name: "signIn" })}
      >
        <ForgotForm />
      </AuthStage>
    );
  }
  return (
    <AuthStage
      title={words.createAccount}
      lead={step.name === "email" ? words.createLead : words.codeLead(step.email)}
      other={words.haveAccount}
      onOther={() => to({ name: "signIn" })}
    >
      {step.name === "email" ? (
        <EmailForm onSent={toVerify} onRegistered={() => to({ name: "signIn" })} />
      ) : (
        <VerifyForm
          email={step.email}
          sentAt={step.sentAt}
          onSentAgain={() => toVerify(step.email)}
          onOtherAddress={() => to({ name: "email" })}
          onVerified={() => to({ name: "signIn" })}
        />
      )}
    </AuthStage>
  );
}

function firstStep(state: unknown): Step {
  if (typeof state === "object" && state !== null && "mode" in state && state.mode === "signIn")
    return { name: "signIn" };
  const { email, sentAt } = signUp.read();
  return email !== undefined && sentAt !== undefined ? { name: "verify", email, sentAt } : { name: "email" };
}
