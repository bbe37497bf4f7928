import { ChevronLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { words as common } from "../../components/words";
import { useIsOffline } from "../../lib/connection";
import type { useUnsent } from "./ChatOutbox";
import { UnsentBubble } from "./UnsentBubble";
import { words } from "./words";

export function MissingHeader() {
  return (
    <div className="flex h-18 shrink-0 items-center gap-3 border-b border-line px-1 md:px-3">
      <Link to="/matches" aria-label={words.back} className="grid size-11 place-items-center text-soft hover:text-ink">
        <ChevronLeft aria-hidden className="size-7" />
      </Link>
      <SkeletonBlock className="size-12 rounded-full" />
      <SkeletonBlock className="h-5 w-40" />
    </div>
  );
}

export function MissingLog({ unsent }: { unsent: ReturnType<typeof useUnsent> }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
      <div className="flex shrink-0 flex-col gap-1 px-3 py-3 md:px-5">
        <Missing />
        {unsent.map((one, at) => (
          <UnsentBubble key={one.key} unsent={one} isLast={at === unsent.length - 1} />
        ))}
      </div>
    </div>
  );
}

function Missing() {
  if (useIsOffline()) {
    return (
      <div className="flex flex-col items-center gap-1 px-4 py-8 text-center">
        <h2 className="text-lead">{common.offlineTitle}</h2>
        <p className="text-soft">{words.notHere}</p>
      </div>
    );
  }
  return (
    <div role="status" aria-label={common.loading} className="flex flex-col gap-3 py-3">
      <SkeletonBlock className="h-11 w-3/5" />
      <SkeletonBlock className="ml-auto h-11 w-2/5" />
      <SkeletonBlock className="h-17 w-2/3" />
    </div>
  );
}
