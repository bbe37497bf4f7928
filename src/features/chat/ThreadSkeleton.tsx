import { Outline } from "../../components/Outline";
import { SkeletonBlock } from "../../components/SkeletonBlock";
import { words as common } from "../../components/words";
import { ThreadHeader, type Match } from "./ThreadHeader";

/** A thread whose messages are on their way. Who it is with is mostly known before them. */
export function ThreadSkeleton({ match }: { match: Match | undefined }) {
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      {match === undefined ? (
        <div className="flex h-18 items-center gap-3 border-b border-line px-4">
          <SkeletonBlock className="size-12 rounded-full" />
          <SkeletonBlock className="h-5 w-40" />
        </div>
      ) : (
        <ThreadHeader match={match} />
      )}
      <Outline alone={match === undefined}>
        <div role="status" aria-label={common.loading} className="flex flex-1 flex-col justify-end gap-3 px-4 py-6">
          <SkeletonBlock className="h-11 w-3/5" />
          <SkeletonBlock className="ml-auto h-11 w-2/5" />
          <SkeletonBlock className="h-17 w-2/3" />
          <SkeletonBlock className="mt-6 h-12 w-full rounded-full" />
        </div>
      </Outline>
    </section>
  );
}
