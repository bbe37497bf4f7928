import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { words } from "./words";

/** A link to the door check, shown if tickets were uploaded. Queried once, because the count changes with every arrival. */
export function DoorLink({ className }: { className: string }) {
  const convex = useConvex();
  const [hasTickets, setTickets] = useState(false);
  useEffect(() => {
    convex.query(api.tickets.door, {}).then(
      ({ uploaded }) => setTickets(uploaded > 0),
      // Without a network there is no link. The page still opens by its URL.
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
