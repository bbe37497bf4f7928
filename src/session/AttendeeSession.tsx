import { Outlet } from "react-router-dom";
import { AttendeeProvider } from "./AttendeeProvider";
import { newClient } from "./client";
import { SessionProvider } from "./SessionProvider";

const client = newClient();

/** Around all screens of an attendee, signed in or not. */
export function AttendeeSession() {
  return (
    <SessionProvider kind="attendee" client={client}>
      <AttendeeProvider>
        <Outlet />
      </AttendeeProvider>
    </SessionProvider>
  );
}
