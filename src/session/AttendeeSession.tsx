import type { ReactNode } from "react";
import { Outlet } from "react-router-dom";
import { AnnouncementRibbon } from "../components/AnnouncementRibbon";
import { setAppBadge } from "../lib/appBadge";
import { clearDrafts } from "../lib/draft";
import { forgetPush } from "../lib/browserPush";
import { AttendeeProvider } from "./AttendeeProvider";
import { Connections } from "./connections";
import { clearCache } from "./cache";
import { SessionProvider } from "./SessionProvider";
import { showSessionExpired } from "./useExpiredSession";

const connections = new Connections("attendee", () => {
  clearDrafts();
  clearCache();
  setAppBadge(0);
  forgetPush();
});

/** Wraps all screens of an attendee, signed in or not, or the given children. */
export function AttendeeSession({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <SessionProvider connections={connections} onEndedElsewhere={showSessionExpired}>
      <AnnouncementRibbon />
      <AttendeeProvider>{children}</AttendeeProvider>
    </SessionProvider>
  );
}
