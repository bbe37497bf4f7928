import { Outlet } from "react-router-dom";
import { ConnectionRibbon } from "../../components/ConnectionRibbon";
import { Toaster } from "../../components/Toaster";
import { AttendeeProvider } from "../../lib/attendee";

/** What all screens of an attendee share: the session, the ribbon that says when the network is gone, the toasts. */
export function AttendeeRoom() {
  return (
    <AttendeeProvider>
      <ConnectionRibbon />
      <Toaster />
      <Outlet />
    </AttendeeProvider>
  );
}
