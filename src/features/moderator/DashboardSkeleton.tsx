import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { words } from "./words";

export function DashboardSkeleton() {
  return (
    <div role="status" aria-label={words.dashboard} className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="border-b-2 border-line bg-raised px-4 py-3">
        <SkeletonBlock className="h-7 w-72" />
      </div>
      <div className="grid flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
        <div className="flex gap-3 overflow-hidden p-3 lg:flex-col">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <SkeletonBlock key={row} className="h-14 w-32 shrink-0 lg:w-full" />
          ))}
        </div>
        <div className="h-[62dvh] bg-[#8a8a8a] lg:h-auto" />
        <div className="flex flex-col gap-3 p-4">
          <SkeletonBlock className="h-12 rounded-full" />
          <SkeletonBlock className="h-20" />
          <SkeletonBlock className="h-12 rounded-full" />
        </div>
      </div>
    </div>
  );
}
