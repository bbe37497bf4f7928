import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lastRejection } from "../../session/lastRejection";
import type { CarriedEmail } from "./AddressForm";
import { pendingSignUp, type PendingSignUp } from "./pendingSignUp";

type Form = "email" | "signIn" | "forgot";
export type VerifyStep = { name: "verify"; link?: string } & PendingSignUp;

/** Returns a number that changes when another sign-up link is opened in this tab. Its form then starts afresh. */
export function useLinkNumber(): number {
  const { hash } = useLocation();
  const [last, setLast] = useState({ hash, number: 0 });
  if (hash !== last.hash) setLast({ hash, number: last.number + (linkedStep(hash) === null ? 0 : 1) });
  return last.number;
}

export function useAuthSteps() {
  const { state, hash } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<{ name: Form } | VerifyStep>(() => linkedStep(hash) ?? firstStep(state));
  const [email, setEmail] = useState(step.name === "verify" ? step.email : "");
  const [lastSignUp, setLastSignUp] = useState<PendingSignUp | null>(null);
  const carried: CarriedEmail = { email, onEmail: { onChange: ({ target }) => setEmail(target.value) } };

  const forgetLink = () => {
    if (hash !== "") void navigate("/auth", { replace: true });
  };
  const toForm = (name: Form) => {
    if (step.name === "verify" && step.link === undefined) setLastSignUp(step);
    forgetLink();
    pendingSignUp.clear();
    setStep({ name });
  };

  return {
    step,
    carried,
    lastSignUp,
    toForm,
    toVerify: (to: string, mail?: Partial<PendingSignUp>) => {
      forgetLink();
      setEmail(to);
      setStep({ name: "verify", ...pendingSignUp.save(to, mail) });
    },
    finish: () => {
      toForm("signIn");
      setEmail("");
      setLastSignUp(null);
      lastRejection.clear();
    },
  };
}

/** Returns the step of the sign-up link in a code mail. The token is in the hash, so no server receives it. */
function linkedStep(hash: string): VerifyStep | null {
  const params = new URLSearchParams(hash.slice(1));
  const link = params.get("signUp");
  const email = params.get("email");
  return link && email ? { name: "verify", email, link, sentAt: 0 } : null;
}

/** Links may ask for a form by `state.mode`. Otherwise a pending sign-up continues with the code. */
function firstStep(state: unknown): { name: Form } | VerifyStep {
  const mode = typeof state === "object" && state !== null && "mode" in state ? state.mode : undefined;
  if (mode === "signIn" || mode === "forgot") return { name: mode };
  const pending = pendingSignUp.read();
  return pending === null ? { name: "email" } : { name: "verify", ...pending };
}
