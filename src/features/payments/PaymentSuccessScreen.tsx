import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Feature } from "../../../convex/shared/prices";
import { Button, ButtonLink } from "../../components/Button";
import { useIsOffline } from "../../lib/connection";
import { toast } from "../../lib/toast";
import { Receipt } from "./Receipt";
import { useVerification } from "./useVerification";
import { words } from "./words";

/** Milliseconds a result is shown before the app continues. */
const RESULT_SHOWN = 2000;

/** /payment-success: where the provider returns the buyer after a success or a failure. */
export function PaymentSuccessScreen() {
  const [query] = useSearchParams();
  const orderId = query.get("order_id")?.trim();

  if (!orderId) return <Failed message={words.invalidSession} text={words.noSession} next="/swipe" />;
  return <Verification key={orderId} orderId={orderId} />;
}

function Verification({ orderId }: { orderId: string }) {
  const { outcome, verifyAgain } = useVerification(orderId);

  switch (outcome.kind) {
    case "verifying":
      return <Verifying />;
    case "unconfirmed":
      return (
        <Receipt stamp="open" title={words.waiting} action={<UnconfirmedActions onVerifyAgain={verifyAgain} />}>
          {words.waitingText}
        </Receipt>
      );
    case "refund":
      return (
        <Receipt stamp="back" title={words.refundTitle} action={<Continue />}>
          {outcome.message}
        </Receipt>
      );
    case "success":
      return <Successful {...outcome} />;
    case "cancelled":
      return <Cancelled />;
    case "failed":
      return <Failed message={outcome.message} text={words.failedText} next="/upgrade" />;
  }
}

/** Shown until the outcome of a payment is known, and while the session loads. */
export function Verifying() {
  const isOffline = useIsOffline();
  return (
    <Receipt stamp="open" busy title={words.verifying} action={isOffline ? <Continue /> : undefined}>
      {isOffline ? words.noConnection : words.verifyingText}
    </Receipt>
  );
}

/** `message` is a toast, which outlives this screen. */
function Successful({ feature, message }: { feature: Feature; message: string }) {
  useResult(() => toast.success(message), "/swipe");
  return (
    <Receipt stamp="paid" title={words.successful} action={<Continue />}>
      {words.products[feature].isOn}
    </Receipt>
  );
}

/** The buyer cancelled, so this is not an error. */
function Cancelled() {
  useResult(() => toast.info(words.cancelled), "/upgrade");
  return (
    <Receipt
      stamp="open"
      title={words.cancelledTitle}
      action={
        <ButtonLink to="/upgrade" replace>
          {words.backToOffer}
        </ButtonLink>
      }
    >
      {words.notCharged}
    </Receipt>
  );
}

function Failed({ message, text, next }: { message: string; text: string; next: "/swipe" | "/upgrade" }) {
  useResult(() => toast.error(message), next);
  return (
    <Receipt
      stamp="void"
      title={words.verificationFailed}
      action={
        <ButtonLink to={next} replace>
          {words.tryAgain}
        </ButtonLink>
      }
    >
      {text}
    </Receipt>
  );
}

/** Shows the result as a toast, then continues to `next` after `RESULT_SHOWN` ms. */
function useResult(showToast: () => void, next: "/swipe" | "/upgrade") {
  const navigate = useNavigate();
  const show = useEffectEvent(showToast);
  const redirect = useEffectEvent(() => void navigate(next, { replace: true }));

  useEffect(() => {
    show();
    const timer = window.setTimeout(() => redirect(), RESULT_SHOWN);
    return () => window.clearTimeout(timer);
  }, []);
}

function UnconfirmedActions({ onVerifyAgain }: { onVerifyAgain: () => void }): ReactNode {
  return (
    <>
      <Button onClick={onVerifyAgain}>{words.checkAgain}</Button>
      <ButtonLink to="/swipe" variant="paper" replace>
        {words.continueToApp}
      </ButtonLink>
    </>
  );
}

function Continue() {
  return (
    <ButtonLink to="/swipe" replace>
      {words.continueToApp}
    </ButtonLink>
  );
}
