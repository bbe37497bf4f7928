import { useEffect, useState, type ReactNode } from "react";
import { Panel } from "../../components/Panel";
import { DecisionBar } from "./DecisionBar";
import { ProfileSheet } from "./ProfileSheet";
import { QueueList } from "./QueueList";
import { RejectQuestion } from "./RejectQuestion";
import { selectedIndex, step, type Selection } from "./selection";
import { useClaim, useClaims } from "./useClaim";
import { useDecide, type Waiting } from "./useDecide";
import { useKeys } from "./useKeys";
import { useSeen } from "./useSeen";
import { words } from "./words";

/** Queue, one waiting profile large, and the decision: by mouse, thumb or single keys. */
export function ProfilesDesk({ queue, aside }: { queue: Waiting[]; aside: ReactNode }) {
  const decide = useDecide();
  // Whom the question is about: it closes when a colleague decides on them first.
  const [asking, setAsking] = useState<string>();
  const [selection, setSelection] = useState<Selection | null>(null);
  const { claims, isKnown } = useClaims();
  const index = selectedIndex(queue, selection, claims);
  const selected = queue[index];
  const isSeen = useSeen(selected?._id);
  useClaim(selected?._id);
  // From here on it stays, whatever colleagues open.
  if (isKnown && selection === null && selected !== undefined) setSelection({ id: selected._id, index });
  usePrefetched(queue[index + 1]?.photoURL);

  const select = (row: number) => setSelection(step(queue, row, 0));
  const send = (approved: boolean, reason: string) => {
    if (selected === undefined || !isSeen) return;
    setAsking(undefined);
    // Remembers where it stood: whoever moves up into its place is next.
    setSelection({ id: selected._id, index });
    void decide(selected._id, approved, reason);
  };
  const approve = () => send(true, "");
  const ask = () => isSeen && setAsking(selected?._id);
  useKeys({
    [words.keys.approve]: approve,
    [words.keys.reject]: ask,
    [words.keys.next]: () => select(index + 1),
    [words.keys.previous]: () => select(index - 1),
  });

  return (
    <main className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <QueueList label={words.queue} queue={queue} index={index} claims={claims} onSelect={select} />
      {selected === undefined ? (
        <Panel drawing="lights" title={words.emptyTitle}>
          {words.emptyText}
        </Panel>
      ) : (
        <ProfileSheet profile={selected} claimedBy={claims.get(selected._id)} />
      )}
      <div className="flex min-h-0 flex-col gap-6 border-line p-4 max-lg:pb-24 lg:overflow-y-auto lg:border-l-2">
        {selected !== undefined && (
          <DecisionBar key={selected._id} kind={selected.kind} isSeen={isSeen} onApprove={approve} onReject={ask} />
        )}
        {aside}
      </div>
      {selected !== undefined && asking === selected._id && (
        <RejectQuestion profile={selected} onClose={() => setAsking(undefined)} onReject={(why) => send(false, why)} />
      )}
    </main>
  );
}

/** The next photo is there before its turn: a moderator looks at hundreds. */
function usePrefetched(url: string | undefined) {
  useEffect(() => {
    if (url !== undefined) new Image().src = url;
  }, [url]);
}
