import type { ReactNode } from "react";
import { festival } from "../../../convex/shared/festival";

/** One line of what is known: its name above, itself below. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-note text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An instant at the festival. */
export function timeOf(instant: number): string {
  const shape = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...shape, timeZone: festival.timeZone }).format(instant);
}
