import type { ReactNode } from "react";
import { lights } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import type { QueueRow } from "./QueueButton";
import { QueueList } from "./QueueList";
import type { Claims } from "./useClaim";

type Props = {
  label: string;
  queue: readonly QueueRow[];
  review: { index: number; claims: Claims; select: (index: number) => void };
  /** The selected row, large; null when the queue is empty. */
  sheet: ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
  /** Above the queue. */
  above?: ReactNode;
  onNearEnd?: (() => void) | undefined;
  /** The third column: the decision, and below it the rest. */
  aside: ReactNode;
  /** Over everything, such as a confirmation. */
  children?: ReactNode;
};

/** A desk in three columns: the queue, one row large, the decision. On a phone they are below each other. */
export function ReviewLayout({ label, queue, review, sheet, empty, above, onNearEnd, aside, children }: Props) {
  return (
    <main className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <div className="flex min-h-0 min-w-0 flex-col">
        {above}
        <QueueList label={label} queue={queue} {...review} onSelect={review.select} onNearEnd={onNearEnd} />
      </div>
      {sheet ?? (
        <Panel drawing={lights} title={empty.title} action={empty.action}>
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
