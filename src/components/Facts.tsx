import type { ReactNode } from "react";
import { classes } from "./classes";

/** A name, its value, and an optional line below. */
export type Fact = readonly [name: string, value: ReactNode, note?: ReactNode];

/** Names with their values. `isLarge`: values are figures. Skips nulls. */
export function Facts({
  facts,
  isLarge = false,
  className,
}: {
  facts: readonly (Fact | null)[];
  isLarge?: boolean;
  className: string;
}) {
  return (
    <dl className={className}>
      {facts
        .filter((fact) => fact !== null)
        .map(([name, value, note]) => (
          <div key={name} className="min-w-0 break-words">
            <dt className="text-note text-soft">{name}</dt>
            <dd dir="auto" className={classes("whitespace-pre-line", isLarge && "text-title font-bold tabular-nums")}>
              {value}
            </dd>
            {note !== undefined && <dd className="text-note text-soft">{note}</dd>}
          </div>
        ))}
    </dl>
  );
}
