import { Suspense } from "react";
import { Navigate, Outlet } from "react-router-dom";
import { Button } from "../../components/Button";
import { Panel } from "../../components/Panel";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { useAttendee } from "../../lib/attendee";
import { verdict, type Room } from "../../lib/standing";
import { words } from "./words";

/** The door of a room: nobody sees a screen, not for a blink, that they would be sent away from. */
export function Door({ room }: { room: Room }) {
  const { standing } = useAttendee();
  const answer = verdict(standing, room);

  if (answer === "wait") return <ScreenSkeleton />;
  if (answer === "trouble") return <Trouble />;
  // Whoever is sent to /auth from inside has been here before; the other rooms do not look at the mode.
  if (answer !== "enter") return <Navigate to={answer} replace state={{ mode: "signIn" }} />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Outlet />
    </Suspense>
  );
}

function Trouble() {
  return (
    <Panel
      role="alert"
      drawing="unplugged"
      title={words.noUser}
      action={<Button onClick={() => window.location.reload()}>{words.tryAgain}</Button>}
    />
  );
}
