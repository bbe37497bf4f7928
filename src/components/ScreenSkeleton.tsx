import { classes } from "./classes";
import { words } from "./words";

/** Shown while a screen's script or the session loads. Appears late, so that fast loads show none. */
export function ScreenSkeleton() {
  return (
    <div
      role="status"
      aria-label={words.loading}
      className="mx-auto flex w-full max-w-xl animate-[fade_200ms_250ms_ease-out_both] flex-col gap-5 px-4 py-8 sm:px-6"
    >
      <SkeletonBlock className="h-10 w-1/2" />
      <SkeletonBlock className="h-64 w-full rounded-lg" />
      <SkeletonBlock className="h-5 w-4/5" />
      <SkeletonBlock className="h-5 w-3/5" />
    </div>
  );
}

export function SkeletonBlock({ className }: { className?: string }) {
  return <div className={classes("animate-breathe rounded-md bg-line/70", className)} />;
}
