import type { ReactNode } from "react";
import { classes } from "./classes";

export function Rows({ label, isStale = false, children }: { label?: string; isStale?: boolean; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      aria-busy={isStale}
      className={classes("border-t-2 border-line transition-opacity empty:hidden", isStale && "opacity-60")}
    >
      {children}
    </ul>
  );
}

export function Row({ name, note, children }: { name: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="font-semibold wrap-anywhere">{name}</div>
        {note !== undefined && <p className="text-note text-soft">{note}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-x-4">{children}</div>}
    </li>
  );
}
