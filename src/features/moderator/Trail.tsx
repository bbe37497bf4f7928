import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { timeText } from "../../lib/clock";
import { words } from "./words";

/** The latest decisions and who made them, newest first. */
export function Trail() {
  const trail = useQuery(api.moderator.trail, {}) ?? [];
  return (
    <section>
      <h2 className="mb-2 text-body">{words.trail}</h2>
      {trail.length === 0 && <p className="text-note text-soft">{words.noRecent}</p>}
      <ul className="flex flex-col gap-1.5">
        {trail.map(({ _id, moderator, ruling, name, at }) => (
          <li key={_id} className="text-note">
            <span className="font-semibold">{moderator}</span> {words.ruled(words.rulings[ruling], name)}{" "}
            <span className="whitespace-nowrap text-soft tabular-nums">{timeText(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
