import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { useFestival } from "../lib/festival";
import { useAttendee } from "../session/useAttendee";

const ClosedScreen = lazy(async () => ({ default: (await import("../features/profiles/ClosedScreen")).ClosedScreen }));
/** Those of whom nobody is known. The guard of the screen leads them on. */
const unknown = ["checking", "signedOut", "expired", "failed"];

/** Once the app is closed, whoever is signed in sees nothing but the thank-you, at once and wherever they are. */
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
