import { classes } from "./classes";
import { words } from "./words";

/** One grey shape of what comes; give it size and corners. */
export function Bone({ className }: { className?: string }) {
  return <div className={classes("animate-breathe rounded-md bg-line/70", className)} />;
}

/** Rows of a list to come: a picture and two lines each. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div role="status" aria-label={words.loading} className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 rounded-lg bg-raised p-3">
          <Bone className="size-20 shrink-0" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Bone className="h-6 w-2/5" />
            <Bone className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
