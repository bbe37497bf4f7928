import { Suspense, type ReactNode } from "react";
import { Outlet } from "react-router-dom";
import { AnnouncementRibbon } from "../components/AnnouncementRibbon";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { attendeeConnections } from "./attendeeConnections";
import { AttendeeProvider } from "./AttendeeProvider";
import { SessionProvider } from "./SessionProvider";
import { showSessionExpired } from "./useExpiredSession";

/** Wraps all screens of an attendee, signed in or not, or the given children. */
export function AttendeeSession({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <SessionProvider connections={attendeeConnections} onEndedElsewhere={showSessionExpired}>
      <AnnouncementRibbon />
      <AttendeeProvider>
        {/* Not above the provider: a screen that loads late would have it ask for the attendee again. */}
        <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
      </AttendeeProvider>
    </SessionProvider>
  );
}
