import { useEffect, useRef } from "react";
import { urgentKind } from "../../../convex/shared/reports";
import { Badge } from "../../components/Badge";
import { Photo, type ShownPhoto } from "../../components/Photo";
import { ClaimBadge } from "./ClaimBadge";
import { KeyHint } from "./KeyHint";
import type { Claims } from "./useClaim";
import { words } from "./words";

/** What the list shows of somebody who waits or is reported. */
export type QueueRow = {
  _id: string;
  name: string;
  age: number;
  photoURL: string | null;
  photos: readonly ShownPhoto[];
  kind?: string;
  knownBefore?: readonly unknown[];
};
type Props = {
  label: string;
  queue: readonly QueueRow[];
  index: number;
  claims: Claims;
  onSelect: (index: number) => void;
};

/** The queue, oldest first: a column, or on a phone a strip. */
export function QueueList({ label, queue, index, claims, onSelect }: Props) {
  return (
    <nav
      aria-label={label}
      className="flex min-h-0 min-w-0 flex-col border-b-2 border-line lg:border-r-2 lg:border-b-0"
    >
      <p className="hidden gap-4 px-4 py-2 text-note text-soft lg:flex">
        <span>
          <KeyHint name={words.keys.next} /> {words.nextHint}
        </span>
        <span>
          <KeyHint name={words.keys.previous} /> {words.previousHint}
        </span>
      </p>
      <ul className="flex min-h-0 overflow-x-auto lg:flex-col lg:overflow-x-visible lg:overflow-y-auto">
        {queue.map((row, position) => (
          <li key={row._id} className="shrink-0">
            <QueueButton
              row={row}
              claimedBy={claims.get(row._id)}
              isSelected={position === index}
              onSelect={() => onSelect(position)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ButtonProps = { row: QueueRow; claimedBy: string | undefined; isSelected: boolean; onSelect: () => void };

function QueueButton({ row, claimedBy, isSelected, onSelect }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isSelected]);

  return (
    <button
      ref={button}
      type="button"
      aria-current={isSelected ? "true" : undefined}
      onClick={onSelect}
      className="flex h-full w-44 items-center gap-3 border-b-4 border-transparent px-3 py-2 text-left -outline-offset-3 hover:bg-sunken aria-[current]:border-teal aria-[current]:bg-tealwash lg:h-auto lg:w-full lg:border-b-0 lg:border-l-4"
    >
      <span className="size-11 shrink-0 overflow-hidden rounded-sm">
        <Photo src={row.photoURL} photo={row.photos[0]} use="row" name={row.name} loading="lazy" />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-semibold">
          {row.name}
        </span>
        <span className="flex items-center gap-2 text-note text-soft tabular-nums">
          {row.age}
          {row.kind === "edit" && <Badge look="teal">{words.kinds.edit}</Badge>}
          {row.kind === urgentKind && <Badge look="bad">{words.reportKinds[urgentKind]}</Badge>}
          {(row.knownBefore?.length ?? 0) > 0 && <Badge look="bad">{words.known}</Badge>}
        </span>
        {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
      </span>
    </button>
  );
}
