import type { ReactNode } from "react";
import { lights } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { QueueList, type QueueRow } from "./QueueList";
import type { Claims } from "./useClaim";

type Props = {
  label: string;
  queue: readonly QueueRow[];
  review: { index: number; claims: Claims; select: (index: number) => void };
  /** The selected row, large; null when the queue is empty. */
  sheet: ReactNode;
  empty: { title: string; text: string };
  /** The third column: the decision, and what is below it. */
  aside: ReactNode;
  /** What is over all of it, such as a question. */
  children?: ReactNode;
};

/** A desk in three columns: the queue, one row large, the decision. On a phone they are below each other. */
export function ReviewLayout({ label, queue, review, sheet, empty, aside, children }: Props) {
  return (
    <main className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <QueueList label={label} queue={queue} index={review.index} claims={review.claims} onSelect={review.select} />
      {sheet ?? (
        <Panel drawing={lights} title={empty.title}>
          {empty.text}
        </Panel>
      )}
      <div className={asideColumn}>{aside}</div>
      {children}
    </main>
  );
}

/** On a phone its end is above the fixed buttons. */
const asideColumn =
  "flex min-h-0 flex-col gap-6 border-line p-4 max-lg:pb-[calc(6rem+env(safe-area-inset-bottom))] lg:overflow-y-auto lg:border-l-2";
