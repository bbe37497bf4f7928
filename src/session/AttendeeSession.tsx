import { Outlet } from "react-router-dom";
import { setAppBadge } from "../lib/appBadge";
import { clearDrafts } from "../lib/draft";
import { AttendeeProvider } from "./AttendeeProvider";
import { Connections } from "./connections";
import { SessionProvider } from "./SessionProvider";
import { tellOfExpiry } from "./useExpiredSession";

const connections = new Connections("attendee", () => {
  clearDrafts();
  setAppBadge(0);
});

/** Around all screens of an attendee, signed in or not. */
export function AttendeeSession() {
  return (
    <SessionProvider connections={connections} onEndedElsewhere={tellOfExpiry}>
      <AttendeeProvider>
        <Outlet />
      </AttendeeProvider>
    </SessionProvider>
  );
}
