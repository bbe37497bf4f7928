import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ConnectionRibbon } from "../../components/ConnectionRibbon";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { Toaster } from "../../components/Toaster";
import { newClient } from "../../lib/client";
import { sessionStore } from "../../lib/storedSession";

const client = newClient();

/** The moderators' side: its own connection and its own place for the session, apart from any attendee's. */
export function ModeratorRoom() {
  return (
    <ConvexAuthProvider client={client} storage={sessionStore} storageNamespace="moderator" shouldHandleCode={false}>
      <ConnectionRibbon />
      <Toaster />
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </ConvexAuthProvider>
  );
}
