import type { TicketTally } from "../../../../convex/shared/ticketsFile";
import { words } from "./words";

/** The result of an upload: new, known and repeated codes, and bad lines. */
export function TicketTallyView({ tally: { added, present, repeated, badCount, bad } }: { tally: TicketTally }) {
  const parts = [
    words.added(added),
    ...(present > 0 ? [words.present(present)] : []),
    ...(repeated > 0 ? [words.repeated(repeated)] : []),
    ...(badCount > 0 ? [words.bad(badCount)] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="tabular-nums">{parts.join(" · ")}</p>
      {bad.length > 0 && (
        <div className="rounded-md border-2 border-line px-4 py-3">
          <ul aria-label={words.bad(badCount)} className="text-note">
            {bad.map(({ line, problem }) => (
              <li key={line}>{words.badLine(line, problem)}</li>
            ))}
          </ul>
          {badCount > bad.length && <p className="text-note text-soft">{words.firstBad(bad.length)}</p>}
        </div>
      )}
    </div>
  );
}
