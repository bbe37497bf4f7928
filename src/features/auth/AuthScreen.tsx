import { useAuthActions } from "@convex-dev/auth/react";
import { useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { Confirmed, Note, Quote } from "../../components/Note";
import { SignInFields } from "../../components/SignInFields";
import { signInRefusal } from "../../components/signInRefusal";
import { useCallWithTimeout } from "../../lib/acts";
import { useFestival } from "../../lib/festival";
import { withProof } from "../../lib/proof";
import { toast } from "../../lib/toast";
import { toastResult, useToastedAction } from "../../lib/toastResult";
import { useOpenNow } from "../../lib/useOpenNow";
import { lastRejection } from "../../session/lastRejection";
import { AddressForm, type CarriedEmail } from "./AddressForm";
import { AuthLayout } from "./AuthLayout";
import { EmailForm } from "./EmailForm";
import { useAuthSteps, useLinkNumber, type VerifyStep } from "./useAuthSteps";
import { VerifyForm } from "./VerifyForm";
import { words } from "./words";

type Steps = ReturnType<typeof useAuthSteps>;

/** /auth: sign-up in two steps, sign-in, and the request for a reset link. */
export function AuthScreen() {
  return <Forms key={useLinkNumber()} />;
}

function Forms() {
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

/** Milliseconds. While the toast is visible, pressing again sends no second mail. */
const REPEAT_PAUSE = 2000;

/** Requests a reset link. The response does not reveal whether the address has an account. */
function ForgotForm(carried: CarriedEmail) {
  const requestReset = useToastedAction(api.auth.requestReset, {
    success: words.resetSent,
    failure: words.resetSendFailed,
  });
  const lastSent = useRef({ email: "", until: 0 });
  const [sentTo, setSentTo] = useState<string>();
  const send = async (email: string) => {
    if (lastSent.current.email === email && Date.now() < lastSent.current.until) return;
    if (!(await requestReset({ email }))) return;
    lastSent.current = { email, until: Date.now() + REPEAT_PAUSE };
    setSentTo(email);
  };

  return (
    <>
      {sentTo !== undefined && <Confirmed title={words.resetOnItsWay}>{words.resetOnItsWayText(sentTo)}</Confirmed>}
      <AddressForm {...carried} button={words.resetPassword} onSend={send} />
    </>
  );
}

/** The sign-in form. The route guard redirects once the session exists. */
function SignInForm({ email, onEmail, onForgot }: CarriedEmail & { onForgot: () => void }) {
  return (
    <SignInFields onSignIn={useSignIn()} email={email} onEmail={onEmail}>
      <Button variant="bare" className="-my-3 self-end" onClick={onForgot}>
        {words.forgot}
      </Button>
    </SignInFields>
  );
}

/** Starts an attendee's session. Returns null on success, else the error to show at the password. */
function useSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<string | null> => {
    const attempt = () => withProof((proof) => signIn("password", { ...form, ...proof }));
    const result = await toastResult(() => callWithTimeout(attempt), { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    toast.success(words.loggedIn);
    return null;
  };
}
