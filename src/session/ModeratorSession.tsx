import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { newClient } from "./client";
import { SessionProvider } from "./SessionProvider";

const client = newClient();

/** Around the moderators' screens: a connection and a stored session apart from any attendee's. */
export function ModeratorSession() {
  return (
    <SessionProvider kind="moderator" client={client}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </SessionProvider>
  );
}
