import { Button } from "../../components/Button";
import { Row, Rows } from "../../components/Rows";
import { timeText } from "../../lib/clock";
import type { Late } from "./doorChecks";
import { words } from "./words";

/** A person who should not have been let in, on any phone. Only this phone's scans have an `ending`. */
export type LateRow = Omit<Late, "ending"> & { ending: string | null };

type Props = { rows: readonly LateRow[]; onSeen: (key: string) => void };

/** Each row stays until it is dismissed on this phone. */
export function LateList({ rows, onSeen }: Props) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 text-lead">{words.late}</h2>
      <Rows>
        {rows.map(({ key, at, ending, why }) => (
          <Row
            key={key}
            name={sentence(why, timeText(at, "time"))}
            note={ending === null ? undefined : words.ending(ending)}
          >
            <Button look="bare" onClick={() => onSeen(key)}>
              {words.seen}
            </Button>
          </Row>
        ))}
      </Rows>
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
