import { useLocation } from "react-router-dom";
import { SwipeSkeleton } from "../features/swipes/SwipeSkeleton";
import { useIsOffline } from "../lib/connection";
import { lazyPart } from "../lib/lazyPart";
import { RouteGuard } from "../session/RouteGuard";

/** Guards the members' screens. A buyer who returns from the payment page sees "verifying" instead of a skeleton. */
export function MemberGuard() {
  const { pathname, search } = useLocation();
  const isAfterPayment = pathname === "/payment-success" && new URLSearchParams(search).has("order_id");

  // Offline, the guard's own skeleton says that nothing will load.
  const isOffline = useIsOffline();
  const isDeck = pathname === "/swipe" && !isOffline;

  return (
    <RouteGuard area="member" skeleton={isAfterPayment ? <AfterPayment /> : isDeck ? <ComingDeck /> : undefined} />
  );
}

const Verifying = lazyPart("Verifying", () => import("../features/payments/PaymentSuccessScreen"));

/** The deck's skeleton, under the space for the tabs. The served page shows it too. */
export function ComingDeck() {
  return (
    <main className="min-h-dvh md:pt-16">
      <SwipeSkeleton />
    </main>
  );
}

function AfterPayment() {
  return (
    <main className="grid min-h-dvh bg-night">
      <Verifying />
    </main>
  );
}
