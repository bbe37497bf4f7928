import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Panel } from "../../components/Panel";
import { QueueList } from "./QueueList";
import { ReportActions } from "./ReportActions";
import { ReportSheet } from "./ReportSheet";
import { selectedIndex, step, type Selection } from "./selection";
import { Suspensions } from "./Suspensions";
import { Trail } from "./Trail";
import { useClaim, useClaims } from "./useClaim";
import { useKeys } from "./useKeys";
import { useReportActions, type ReportRow } from "./useReportActions";
import { useSeen } from "./useSeen";
import { words } from "./words";

/** Reports, one of them large with what the card showed, and what can be done about it. */
export function ReportsDesk({ reports }: { reports: ReportRow[] }) {
  const suspensions = useQuery(api.moderator.suspensions, {}) ?? [];
  const acts = useReportActions();
  const { claims, isKnown } = useClaims();
  // Whom the question is about: it closes when a colleague decides on them first.
  const [asking, setAsking] = useState<string>();
  const [selection, setSelection] = useState<Selection | null>(null);
  const index = selectedIndex(reports, selection, claims);
  const selected = reports[index];
  const isSeen = useSeen(selected?._id);
  useClaim(selected?._id);
  // From here on it stays, whatever colleagues open.
  if (isKnown && selection === null && selected !== undefined) setSelection({ id: selected._id, index });

  const select = (row: number) => setSelection(step(reports, row, 0));
  const settle = (act: (report: ReportRow) => void) => {
    if (selected === undefined || !isSeen) return;
    setSelection({ id: selected._id, index });
    act(selected);
  };
  const ask = () => isSeen && setAsking(selected?._id);
  useKeys({
    [words.keys.dismiss]: () => settle(acts.dismiss),
    [words.keys.suspend]: ask,
    [words.keys.next]: () => select(index + 1),
    [words.keys.previous]: () => select(index - 1),
  });

  return (
    <main className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <QueueList label={words.openReports} queue={reports} index={index} claims={claims} onSelect={select} />
      {selected === undefined ? (
        <Panel drawing="lights" title={words.noReports}>
          {words.noReportsText}
        </Panel>
      ) : (
        <ReportSheet report={selected} claimedBy={claims.get(selected._id)} />
      )}
      <div className="flex min-h-0 flex-col gap-6 border-line p-4 lg:overflow-y-auto lg:border-l-2">
        {selected !== undefined && (
          <ReportActions
            key={selected._id}
            report={selected}
            isSeen={isSeen}
            asking={asking === selected._id}
            onAsk={ask}
            onClose={() => setAsking(undefined)}
            onDismiss={() => settle(acts.dismiss)}
            onSuspend={() => settle(acts.suspend)}
          />
        )}
        <Suspensions suspensions={suspensions} onRestore={acts.restore} />
        <Trail />
      </div>
    </main>
  );
}
