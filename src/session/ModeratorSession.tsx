import { Outlet } from "react-router-dom";
import { Connections } from "./connections";
import { SessionProvider } from "./SessionProvider";

const connections = new Connections("moderator");

/** Wraps the staff's screens. Their connection and stored session are separate from any attendee's. */
export function ModeratorSession() {
  return (
    <SessionProvider connections={connections}>
      <Outlet />
    </SessionProvider>
  );
}
