import { useEffect, useRef, useState, type ReactNode } from "react";
import { Panel } from "../../components/Panel";
import { DecisionBar } from "./DecisionBar";
import { ProfileSheet } from "./ProfileSheet";
import { QueueList } from "./QueueList";
import { selectedIndex, step, type Selection } from "./selection";
import { useClaim, useClaims } from "./useClaim";
import { useDecide, type Waiting } from "./useDecide";
import { useKeys } from "./useKeys";
import { words } from "./words";

/** Queue, one waiting profile large, and the decision: by mouse, thumb or single keys. */
export function Desk({ queue, aside }: { queue: Waiting[]; aside: ReactNode }) {
  const decide = useDecide();
  const reason = useRef<HTMLTextAreaElement>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const { claims, isKnown } = useClaims();
  const index = selectedIndex(queue, selection, claims);
  const selected = queue[index];
  useClaim(selected?._id);
  // From here on it stays, whatever colleagues open.
  if (isKnown && selection === null && selected !== undefined) setSelection({ id: selected._id, index });
  usePrefetched(queue[index + 1]?.photoURL);

  const select = (row: number) => setSelection(step(queue, row, 0));
  const send = (approved: boolean, words: string) => {
    if (selected === undefined) return;
    // Remembers where it stood: whoever moves up into its place is next.
    setSelection({ id: selected._id, index });
    void decide(selected._id, approved, words);
  };
  useKeys({
    [words.keys.approve]: () => send(true, ""),
    [words.keys.reject]: () => reason.current?.focus(),
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
      <div className="flex min-h-0 flex-col gap-6 border-line p-4 lg:overflow-y-auto lg:border-l-2">
        {selected !== undefined && <DecisionBar key={selected._id} reason={reason} onDecide={send} />}
        {aside}
      </div>
    </main>
  );
}

/** The next photo is there before its turn: a moderator looks at hundreds. */
function usePrefetched(url: string | undefined) {
  useEffect(() => {
    if (url !== undefined) new Image().src = url;
  }, [url]);
}
