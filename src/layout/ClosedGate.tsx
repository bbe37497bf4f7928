import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { useFestival } from "../lib/festival";
import { useAttendee } from "../session/useAttendee";

const ClosedScreen = lazy(async () => ({ default: (await import("../features/profiles/ClosedScreen")).ClosedScreen }));
/** States without a known user. The screen's guard redirects them. */
const unknown = ["checking", "signedOut", "expired", "failed"];

/** Once the app is closed, signed-in people see only the thank-you, at once and on every screen. */
export function ClosedGate() {
  const { appState } = useFestival();
  const { authState } = useAttendee();

  if (appState === "open" || unknown.includes(authState)) return <Outlet />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <ClosedScreen />
    </Suspense>
  );
}
