import { Eye } from "lucide-react";
import { useEffect, useRef } from "react";
import { urgentKind } from "../../../convex/shared/reports";
import { Badge } from "../../components/Badge";
import { Photo } from "../../components/Photo";
import type { ShownPhoto } from "../../components/photoSources";
import { words } from "./words";
import { DAY, HOUR, MINUTE } from "../../../convex/shared/durations";

export type QueueRow = {
  _id: string;
  name: string;
  age: number;
  photos: readonly ShownPhoto[];
  createdAt: number;
  kind?: string;
  knownBefore?: readonly unknown[];
};
type Props = {
  row: QueueRow;
  now: number;
  claimedBy: string | undefined;
  isSelected: boolean;
  onSelect: () => void;
};

/** One row of a queue, with its waiting time. When selected, it scrolls into view, and takes the focus from another row. */
export function QueueButton({ row, now, claimedBy, isSelected, onSelect }: Props) {
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isSelected) return;
    button.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // Enter would otherwise select the row that had the focus again.
    if (button.current?.closest("ul")?.contains(document.activeElement)) button.current.focus({ preventScroll: true });
  }, [isSelected]);

  return (
    <button
      ref={button}
      type="button"
      aria-current={isSelected ? "true" : undefined}
      onClick={onSelect}
      className="flex h-full w-52 items-center gap-3 border-b-4 border-transparent px-3 py-2 text-left -outline-offset-3 hover:bg-sunken aria-[current]:border-teal aria-[current]:bg-tealwash lg:h-auto lg:w-full lg:border-b-0 lg:border-l-4"
    >
      <span className="size-11 shrink-0 overflow-hidden rounded-sm">
        <Photo photo={row.photos[0]} use="row" name={row.name} loading="lazy" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
            {row.name}
          </span>
          <span className="text-note whitespace-nowrap text-soft tabular-nums">{ageOf(row.createdAt, now)}</span>
        </span>
        <span className="flex items-center gap-1 overflow-hidden text-note text-soft tabular-nums">
          {row.age}
          {row.kind === "edit" && <Badge variant="teal">{words.kinds.edit}</Badge>}
          {isReport(row.kind) && (
            <Badge variant={row.kind === urgentKind ? "bad" : "teal"}>{words.reportKinds[row.kind]}</Badge>
          )}
          {(row.knownBefore?.length ?? 0) > 0 && <Badge variant="bad">{words.known}</Badge>}
        </span>
        {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
      </span>
    </button>
  );
}

export function ClaimBadge({ by }: { by: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 text-note font-semibold text-teal">
      <Eye aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{words.claimedBy(by)}</span>
    </span>
  );
}

function isReport(kind = ""): kind is keyof typeof words.reportKinds {
  return kind in words.reportKinds;
}

/** Returns the waiting time in one whole unit. Arguments in ms. */
export function ageOf(since: number, now: number): string {
  const age = Math.max(0, now - since);
  if (age < HOUR) return words.minutes(Math.floor(age / MINUTE));
  return age < 2 * DAY ? words.hours(Math.floor(age / HOUR)) : words.days(Math.floor(age / DAY));
}
