import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { Connections } from "./connections";
import { SessionProvider } from "./SessionProvider";

const connections = new Connections("moderator");

/** Around the moderators' screens: a connection and a stored session apart from any attendee's. */
export function ModeratorSession() {
  return (
    <SessionProvider connections={connections}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </SessionProvider>
  );
}
