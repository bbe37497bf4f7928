import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { SwipeLayout } from "./SwipeLayout";
import { words } from "./words";

/** Shown on /swipe while its script or the session loads. Same layout as the deck. */
export function SwipeSkeleton() {
  return <SwipeLayout panel={<CardSkeleton />} actions={<ActionsSkeleton />} />;
}

export function CardSkeleton() {
  return (
    <div
      role="status"
      aria-label={words.loading}
      className="flex size-full flex-col justify-end gap-3 rounded-lg bg-raised p-5 shadow-rest"
    >
      <SkeletonBlock className="h-10 w-3/5" />
      <SkeletonBlock className="h-4 w-full" />
      <SkeletonBlock className="h-4 w-4/5" />
      <div className="flex gap-2">
        <SkeletonBlock className="h-6 w-20 rounded-full" />
        <SkeletonBlock className="h-6 w-24 rounded-full" />
      </div>
    </div>
  );
}

function ActionsSkeleton() {
  return (
    <div aria-hidden className="flex items-center justify-center gap-[min(1.25rem,3.3vw)] px-2">
      <SkeletonBlock className="size-[max(44px,min(2.75rem,12vw))] shrink-0 rounded-full" />
      <SkeletonBlock className="size-[min(4.25rem,18vw)] rounded-full" />
      <span className="w-16 min-w-0" />
      <SkeletonBlock className="size-[min(4.25rem,18vw)] rounded-full" />
      <SkeletonBlock className="size-[max(44px,min(2.75rem,12vw))] shrink-0 rounded-full" />
    </div>
  );
}
