import { Check, X } from "lucide-react";
import { words } from "./words";

type Props = { recent: { name: string; moderationStatus: "approved" | "rejected" }[] };

/** The last decisions of all moderators. */
export function RecentActivity({ recent }: Props) {
  return (
    <section>
      <h2 className="mb-2 text-body">{words.recent}</h2>
      {recent.length === 0 && <p className="text-note text-soft">{words.noRecent}</p>}
      <ul className="flex flex-col gap-1.5">
        {recent.map(({ name, moderationStatus }, row) => (
          // The list always shows the last ten decisions; its rows have no ids.
          <li key={row} className="flex items-center gap-2">
            {moderationStatus === "approved" ? (
              <Check aria-hidden className="size-4 shrink-0 text-good" />
            ) : (
              <X aria-hidden className="size-4 shrink-0 text-bad" />
            )}
            <span dir="auto" className="min-w-0 truncate">
              {name === "" ? words.gone : name}
            </span>
            <span className="ml-auto text-note text-soft">{words.decisions[moderationStatus]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
