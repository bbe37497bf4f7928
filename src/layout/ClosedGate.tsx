import { Outlet } from "react-router-dom";
import { useFestival } from "../lib/festival";
import { lazyPart } from "../lib/lazyPart";
import { useAttendee } from "../session/useAttendee";

const ClosedScreen = lazyPart("ClosedScreen", () => import("../features/profiles/ClosedScreen"));
/** States without a known user. The screen's guard redirects them. */
const unknown = ["checking", "signedOut", "expired", "failed"];

/** Once the app is closed, signed-in people see only the thank-you, at once and on every screen. */
export function ClosedGate() {
  const { appState } = useFestival();
  const { authState } = useAttendee();

  return appState === "open" || unknown.includes(authState) ? <Outlet /> : <ClosedScreen />;
}
