import { useQuery } from "convex/react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Note, Quote } from "../../components/Note";
import { useFestival } from "../../lib/festival";
import { toast } from "../../lib/toast";
import { useOpenNow } from "../../lib/useOpenNow";
import { lastRejection } from "../../session/lastRejection";
import { AuthLayout } from "./AuthLayout";
import { EmailForm } from "./EmailForm";
import { ForgotForm } from "./ForgotForm";
import { SignInForm } from "./SignInForm";
import { useAuthSteps, type VerifyStep } from "./useAuthSteps";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Steps = ReturnType<typeof useAuthSteps>;

/** /auth: sign-up in two steps, sign-in, and the request for a reset link. */
export function AuthScreen() {
  const navigate = useNavigate();
  const steps = useAuthSteps();
  const { step, carried, toForm } = steps;
  const { signUps: isOpen } = useOpenNow();
  const { appState } = useFestival();

  if (appState === "erased") {
    return (
      <AuthLayout
        title={words.over}
        lead={words.overLead}
        linkLabel={words.toFront}
        onLink={() => void navigate("/")}
      />
    );
  }
  if (step.name === "signIn") {
    const toSignUp = () => toForm("email");
    return (
      <AuthLayout title={words.welcomeBack} lead={words.welcomeLead} linkLabel={words.noAccount} onLink={toSignUp}>
        <SignInForm {...carried} onForgot={() => toForm("forgot")} />
      </AuthLayout>
    );
  }
  const toSignIn = () => toForm("signIn");
  if (step.name === "forgot") {
    return (
      <AuthLayout title={words.forgotTitle} lead={words.forgotLead} linkLabel={words.backToLogin} onLink={toSignIn}>
        <ForgotForm {...carried} />
      </AuthLayout>
    );
  }
  const lead = step.name === "verify" ? verifyLead(step) : isOpen ? words.createLead : words.closedLead;
  return (
    <AuthLayout title={words.createAccount} lead={lead} linkLabel={words.haveAccount} onLink={toSignIn}>
      {step.name === "verify" ? <Verify step={step} steps={steps} /> : <Start steps={steps} />}
    </AuthLayout>
  );
}

function Start({ steps: { carried, lastSignUp, toForm, toVerify } }: { steps: Steps }) {
  const { reason } = lastRejection.read();
  return (
    <>
      {reason !== undefined && <Quote label={words.rejectedReason}>{reason}</Quote>}
      <EmailForm {...carried} lastSignUp={lastSignUp} onSent={toVerify} onRegistered={() => toForm("signIn")} />
    </>
  );
}

function Verify({ step, steps: { toForm, toVerify, finish } }: { step: VerifyStep; steps: Steps }) {
  const { email, sentAt, link, waiting } = step;
  const toStart = () => toForm("email");
  return (
    <>
      {waiting !== undefined && (
        <CodeWait email={email} waiting={waiting} onMailed={() => toVerify(email)} onFailed={toStart} />
      )}
      <VerifyForm
        email={email}
        sentAt={sentAt}
        link={link}
        onSentAgain={(waiting) => toVerify(email, waiting === undefined ? {} : { waiting })}
        onRegistered={() => toForm("signIn")}
        onOtherAddress={toStart}
        onVerified={finish}
      />
    </>
  );
}

function verifyLead({ email, link, waiting }: VerifyStep): string {
  if (waiting !== undefined) return words.codeWaitsLead(email);
  return link === undefined ? words.codeLead(email) : words.createLead;
}

type WaitProps = { email: string; waiting: string; onMailed: () => void; onFailed: () => void };

/** Shown above the form while the code's mail is queued, until it is sent or has failed. */
function CodeWait({ email, waiting, onMailed, onFailed }: WaitProps) {
  const state = useQuery(api.auth.codeMail, { email, waiting });
  useEffect(() => {
    if (state === "sent") {
      toast.success(words.otpSent);
      onMailed();
    }
    if (state === "failed") {
      toast.error(words.sendFailed);
      onFailed();
    }
  }, [state, onMailed, onFailed]);

  return <Note>{words.codeWaitsText}</Note>;
}
