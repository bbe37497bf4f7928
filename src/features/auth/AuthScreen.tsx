import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Written } from "../../components/Written";
import { useFestival } from "../../lib/festival";
import { useDoors } from "../../lib/useDoors";
import { lastRejection } from "../../session/lastRejection";
import { AuthLayout } from "./AuthLayout";
import type { CarriedEmail } from "./carriedEmail";
import { CodeWait } from "./CodeWait";
import { EmailForm } from "./EmailForm";
import { ForgotForm } from "./ForgotForm";
import { SignInForm } from "./SignInForm";
import { pendingSignUp, type PendingSignUp } from "./pendingSignUp";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Step = { name: "email" | "signIn" | "forgot" } | ({ name: "verify"; link?: string } & PendingSignUp);

/** /auth: sign-up in two steps, sign-in, and the request for a reset link. */
export function AuthScreen() {
  const { state, hash } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(() => linkedStep(hash) ?? firstStep(state));
  const [email, setEmail] = useState(step.name === "verify" ? step.email : "");
  const carried: CarriedEmail = { email, onEmail: { onChange: ({ target }) => setEmail(target.value) } };

  const { reason } = lastRejection.read();
  const { signUps: isOpen } = useDoors();
  const { appState } = useFestival();
  const [lastSignUp, setLastSignUp] = useState<PendingSignUp | null>(null);

  const forgetLink = () => {
    if (hash !== "") void navigate("/auth", { replace: true });
  };
  const toVerify = (to: string, mail?: Partial<PendingSignUp>) => {
    forgetLink();
    setEmail(to);
    setStep({ name: "verify", ...pendingSignUp.save(to, mail) });
  };
  const to = (name: "email" | "signIn" | "forgot") => {
    if (step.name === "verify" && step.link === undefined) setLastSignUp(step);
    forgetLink();
    pendingSignUp.clear();
    setStep({ name });
  };

  if (appState === "erased") {
    return (
      <AuthLayout title={words.over} lead={words.overLead} other={words.toFront} onOther={() => void navigate("/")} />
    );
  }
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
      lead={leadOf(step, isOpen)}
      other={words.haveAccount}
      onOther={() => to("signIn")}
    >
      {step.name === "verify" ? (
        <>
          {step.waiting !== undefined && (
            <CodeWait
              email={step.email}
              waiting={step.waiting}
              onMailed={() => toVerify(step.email)}
              onFailed={() => to("email")}
            />
          )}
          <VerifyForm
            email={step.email}
            sentAt={step.sentAt}
            link={step.link}
            onSentAgain={(waiting) => toVerify(step.email, waiting === undefined ? {} : { waiting })}
            onOtherAddress={() => to("email")}
            onVerified={() => {
              to("signIn");
              setEmail("");
              setLastSignUp(null);
              lastRejection.clear();
            }}
          />
        </>
      ) : (
        <>
          {reason !== undefined && <Written label={words.rejectedReason}>{reason}</Written>}
          <EmailForm {...carried} lastSignUp={lastSignUp} onSent={toVerify} onRegistered={() => to("signIn")} />
        </>
      )}
    </AuthLayout>
  );
}

function leadOf(step: Step, isOpen: boolean): string {
  if (step.name === "verify" && step.waiting !== undefined) return words.codeWaitsLead(step.email);
  if (step.name === "verify") return step.link === undefined ? words.codeLead(step.email) : words.createLead;
  return isOpen ? words.createLead : words.closedLead;
}

/** Somebody who opened the link in the mail of a code. It is behind the hash, so that no server is sent it. */
function linkedStep(hash: string): Step | null {
  const here = new URLSearchParams(hash.slice(1));
  const [link, email] = [here.get("signUp"), here.get("email")];
  return link && email ? { name: "verify", email, link, sentAt: 0 } : null;
}

/** A link may ask for a certain form. Otherwise somebody with a pending sign-up continues with the code. */
function firstStep(state: unknown): Step {
  const mode = typeof state === "object" && state !== null && "mode" in state ? state.mode : undefined;
  if (mode === "signIn" || mode === "forgot") return { name: mode };
  const pending = pendingSignUp.read();
  return pending === null ? { name: "email" } : { name: "verify", ...pending };
}
