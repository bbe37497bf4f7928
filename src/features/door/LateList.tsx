import { Button } from "../../components/Button";
import { timeText } from "../../lib/clock";
import type { Late } from "./doorChecks";
import { words } from "./words";

/** A person who should not have been let in, on any phone. Only this phone's scans have an `ending`. */
export type LateRow = Omit<Late, "ending"> & { ending: string | null };

type Props = { rows: readonly LateRow[]; onSeen: (key: string) => void };

/** Each stays until somebody at this phone has dismissed it. */
export function LateList({ rows, onSeen }: Props) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 text-lead">{words.late}</h2>
      <ul className="border-t-2 border-line">
        {rows.map(({ key, at, ending, why }) => (
          <li key={key} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <div>
              <p className="font-semibold">{sentence(why, timeText(at, "time"))}</p>
              {ending !== null && <p className="text-note text-soft">{words.ending(ending)}</p>}
            </div>
            <Button look="bare" onClick={() => onSeen(key)}>
              {words.seen}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(why: Late["why"], time: string): string {
  if (typeof why === "object") {
    return "first" in why
      ? words.lateTwice(time, timeText(why.first, "time"))
      : words.lateReleased(time, timeText(why.released, "time"));
  }
  return why === "unknown" ? words.lateUnknown(time) : words.lateFailed(time);
}
