import { Check, RotateCcw, X } from "lucide-react";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Feature } from "../../../convex/shared/prices";
import { Button, ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { Title } from "../../components/Title";
import { useIsOffline } from "../../lib/connection";
import { after } from "../../lib/events";
import { useFestival } from "../../lib/festival";
import { toast } from "../../lib/toast";
import { goldInk } from "./BuyButton";
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
  useResult("/swipe", () => toast.success(message));
  return (
    <Receipt stamp="paid" title={words.successful} action={<Continue />}>
      {words.products[feature].isOn}
    </Receipt>
  );
}

/** The buyer cancelled, so this is not an error, and needs no toast. */
function Cancelled() {
  useResult("/upgrade");
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
  useResult(next, () => toast.error(message));
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

/** Shows the result's toast, then continues to `next` after `RESULT_SHOWN` ms. */
function useResult(next: "/swipe" | "/upgrade", showToast: () => unknown = () => undefined) {
  const navigate = useNavigate();
  const show = useEffectEvent(showToast);
  const redirect = useEffectEvent(() => void navigate(next, { replace: true }));

  useEffect(() => {
    show();
    return after(RESULT_SHOWN, redirect);
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

type ReceiptProps = {
  /** The stamp on the ticket: none, paid, void, or refunded. */
  stamp: "open" | "paid" | "void" | "back";
  title: string;
  /** True while the outcome is unknown. */
  busy?: boolean;
  children: ReactNode;
  action?: ReactNode;
};

/** The outcome of a payment, below a stamped ticket. */
function Receipt({ stamp, title, busy = false, children, action }: ReceiptProps) {
  return (
    <div
      data-night
      className="relative isolate grid min-h-[calc(100dvh-var(--bar))] place-items-center overflow-hidden bg-night px-5 pt-[calc(2.5rem+var(--ribbon))] pb-10 text-paper md:min-h-[calc(100dvh-4rem)]"
    >
      <Title>{title}</Title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <section
        role={stamp === "void" ? "alert" : "status"}
        aria-busy={busy || undefined}
        className="flex w-full max-w-sm animate-arrive flex-col items-center gap-5 text-center"
      >
        <Ticket stamp={stamp} busy={busy} />
        <h1 className={classes("text-poster", stamp === "paid" && goldInk)}>{title}</h1>
        <p className="text-lead text-paper/85">{children}</p>
        {action !== undefined && <div className="mt-2 flex w-full max-w-xs flex-col gap-3">{action}</div>}
      </section>
    </div>
  );
}

function Ticket({ stamp, busy }: { stamp: ReceiptProps["stamp"]; busy: boolean }) {
  const Icon = stamps[stamp];
  const { name } = useFestival();
  return (
    <div
      aria-hidden
      className={classes(
        "mb-3 flex w-64 -rotate-3 overflow-hidden rounded-md shadow-lift",
        stamp === "paid" ? "gold" : "bg-nightraised text-paper/60",
        busy && "animate-breathe",
      )}
    >
      <div className="flex-1 border-r-2 border-dashed border-current/40 p-4 text-left">
        <p className="font-poster text-title font-extrabold">{name}</p>
        <p className="mt-1 text-note font-bold">{words.forFestival}</p>
      </div>
      <div className="grid w-20 place-items-center">
        {Icon !== null && (
          <span className="grid size-14 animate-[stamp_420ms_var(--ease-out)_both] place-items-center rounded-full border-4 border-current">
            <Icon className="size-8" strokeWidth={3.4} />
          </span>
        )}
      </div>
    </div>
  );
}

const stamps = { open: null, paid: Check, void: X, back: RotateCcw } as const;
