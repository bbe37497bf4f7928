import { Eye } from "lucide-react";
import { words } from "./words";

/** Shows that a colleague has this open. */
export function ClaimBadge({ by }: { by: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 text-note font-semibold text-teal">
      <Eye aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{words.claimedBy(by)}</span>
    </span>
  );
}
