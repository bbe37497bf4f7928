import { classes } from "./classes";

/** One grey shape of what comes; give it size and corners. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={classes("animate-breathe rounded-md bg-line/70", className)} />;
}
