import { Suspense } from "react";
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
  const { pathname } = useLocation();
  const answer = verdict(standing, room);

  if (answer === "wait") return <ScreenSkeleton />;
  if (answer === "trouble") return <Trouble title={words.noUser} />;
  // Whoever is sent to /auth from inside has been here before; the other rooms do not look at the mode.
  if (answer !== "enter") return <Navigate to={answer} replace state={{ mode: "signIn" }} />;
  return (
    <Boundary resetOn={`${standing} ${pathname}`} fallback={inPlaceOf}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

/** A query that is refused because the session ended or the standing changed: the door itself is about to act on it. */
function inPlaceOf(error: unknown) {
  return isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN") ? <ScreenSkeleton /> : <Trouble />;
}
