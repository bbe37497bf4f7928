import { lazy, Suspense, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { Boundary } from "../../components/Boundary";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { Trouble } from "../../components/Trouble";
import { useAttendee } from "../../lib/attendee";
import { isRefusal } from "../../lib/errors";
import { verdict, type Room } from "../../lib/standing";
import { words } from "./words";

/** The door of a room: nobody sees a screen, not for a blink, that they would be sent away from. */
export function Door({ room }: { room: Room }) {
  const { standing } = useAttendee();
  const { pathname, search } = useLocation();
  const [wasRejected, setRejected] = useState(false);
  const answer = verdict(standing, room);
  if (standing === "rejected" && !wasRejected) setRejected(true);

  const outline = isAfterPayment(pathname, search) ? <AfterPayment /> : <ScreenSkeleton />;
  if (answer === "wait") return outline;
  if (answer === "trouble") return <Trouble title={words.noUser} />;
  // Whoever is sent to /auth from inside has been here before, and after a rejection may sign up again. The other rooms do
  // not look at the mode.
  if (answer !== "enter") return <Navigate to={answer} replace state={{ mode: wasRejected ? "signUp" : "signIn" }} />;
  return (
    <Boundary resetOn={`${standing} ${pathname}`} fallback={inPlaceOf}>
      <Suspense fallback={outline}>
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

const Verifying = lazy(async () => ({
  default: (await import("../payments/PaymentSuccessScreen")).Verifying,
}));

/** Whoever has just paid and has no network is not left with a bare outline. */
function AfterPayment() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <main>
        <Verifying />
      </main>
    </Suspense>
  );
}

function isAfterPayment(pathname: string, search: string): boolean {
  return pathname === "/payment-success" && new URLSearchParams(search).has("order_id");
}

/** A query that is refused because the session ended or the standing changed: the door itself is about to act on it. */
function inPlaceOf(error: unknown) {
  return isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN") ? <ScreenSkeleton /> : <Trouble />;
}
