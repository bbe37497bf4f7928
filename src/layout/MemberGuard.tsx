import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { SwipeOutline } from "../features/swipes/SwipeOutline";
import { useIsOffline } from "../lib/connection";
import { RouteGuard } from "../session/RouteGuard";

/** Guards the members' screens. Back from the payment page without a network, the buyer sees more than an outline. */
export function MemberGuard() {
  const { pathname, search } = useLocation();
  const isAfterPayment = pathname === "/payment-success" && new URLSearchParams(search).has("order_id");

  // Without a network nothing comes by itself, and the guard says so.
  const isOffline = useIsOffline();
  const isDeck = pathname === "/swipe" && !isOffline;

  return <RouteGuard area="member" outline={isAfterPayment ? <AfterPayment /> : isDeck ? <ComingDeck /> : undefined} />;
}

const Verifying = lazy(async () => ({
  default: (await import("../features/payments/PaymentSuccessScreen")).Verifying,
}));

/** The deck's outline, under the space for the tabs. The served page shows it too. */
export function ComingDeck() {
  return (
    <main className="min-h-dvh md:pt-16">
      <SwipeOutline />
    </main>
  );
}

function AfterPayment() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <main className="grid min-h-dvh bg-night">
        <Verifying />
      </main>
    </Suspense>
  );
}
