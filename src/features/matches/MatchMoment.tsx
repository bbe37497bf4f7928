import { Suspense, useEffect, useState } from "react";
import { lazyScript } from "../../lib/lazyPart";
import { useIsVisible } from "../../lib/visibility";
import { useMe } from "../../session/useAttendee";
import { MatchNote } from "./MatchNote";
import { useHandsFree } from "./useHandsFree";
import { useNewMatch } from "./useNewMatch";

const { Part: MatchPopup, fetch: fetchPopup } = lazyScript(async () => (await import("./MatchPopup")).MatchPopup);
/** Milliseconds before the popup's script is prefetched, so the screen's own scripts go first. An earlier match waits for the script. */
const PREFETCH_DELAY = 1500;

/**
 * Shows new matches on every member screen, one after the other. While the person types or drags, only a note appears. The popup opens when
 * they have finished, or tap the note.
 */
export function MatchMoment() {
  const me = useMe();
  const { match, moreCount, markSeen, markAllSeen } = useNewMatch();
  const [shown, setShown] = useState<string | null>(null);
  const isVisible = useIsVisible();
  const isWaiting = match !== null && shown !== match.matchId;
  const areHandsFree = useHandsFree(isWaiting);

  useEffect(() => {
    const timer = window.setTimeout(() => void fetchPopup().catch(() => undefined), PREFETCH_DELAY);
    return () => window.clearTimeout(timer);
  }, []);

  // In a hidden tab, the popup's six seconds would pass unseen.
  if (isWaiting && isVisible && areHandsFree) setShown(match.matchId);
  return (
    <>
      <MatchNote
        name={isWaiting ? match.user.name : null}
        moreCount={moreCount}
        onOpen={() => setShown(match?.matchId ?? null)}
      />
      {match !== null && !isWaiting && (
        <Suspense>
          <MatchPopup
            key={match.matchId}
            me={me}
            match={match}
            moreCount={moreCount}
            onClose={markSeen}
            onLeave={markAllSeen}
          />
        </Suspense>
      )}
    </>
  );
}
