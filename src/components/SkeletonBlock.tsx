import { classes } from "./classes";

/** A grey shape in place of content that loads; give it a size and corners. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={classes("animate-breathe rounded-md bg-line/70", className)} />;
}
