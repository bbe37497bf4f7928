import { Outlet } from "react-router-dom";
import { setAppBadge } from "../lib/appBadge";
import { clearDrafts } from "../lib/draft";
import { forgetPush } from "../lib/pushHere";
import { AttendeeProvider } from "./AttendeeProvider";
import { Connections } from "./connections";
import { SessionProvider } from "./SessionProvider";
import { tellOfExpiry } from "./useExpiredSession";

const connections = new Connections("attendee", () => {
  clearDrafts();
  setAppBadge(0);
  forgetPush();
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
