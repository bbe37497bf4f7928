import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { Connections } from "./connections";
import { SessionProvider } from "./SessionProvider";

const connections = new Connections("moderator");

/** Wraps the staff's screens. Their connection and stored session are separate from any attendee's. */
export function ModeratorSession() {
  return (
    <SessionProvider connections={connections}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </SessionProvider>
  );
}
