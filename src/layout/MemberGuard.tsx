import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { RouteGuard } from "../session/RouteGuard";

/** Guards the members' screens. Back from the payment page without a network, the buyer sees more than an outline. */
export function MemberGuard() {
  const { pathname, search } = useLocation();
  const isAfterPayment = pathname === "/payment-success" && new URLSearchParams(search).has("order_id");

  return <RouteGuard area="member" outline={isAfterPayment ? <AfterPayment /> : undefined} />;
}

const Verifying = lazy(async () => ({
  default: (await import("../features/payments/PaymentSuccessScreen")).Verifying,
}));

function AfterPayment() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <main className="grid min-h-dvh bg-night">
        <Verifying />
      </main>
    </Suspense>
  );
}
