import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { words } from "./words";

/** The way to the door check, where tickets were uploaded. It is asked once: the count changes with everybody who comes. */
export function DoorLink({ className }: { className: string }) {
  const convex = useConvex();
  const [hasTickets, setTickets] = useState(false);
  useEffect(() => {
    convex.query(api.tickets.door, {}).then(
      ({ uploaded }) => setTickets(uploaded > 0),
      // Without a network there is no link. The page still opens by its address.
      () => undefined,
    );
  }, [convex]);

  if (!hasTickets) return null;
  return (
    <Link to="/organiser/door" className={className}>
      {words.door}
    </Link>
  );
}
