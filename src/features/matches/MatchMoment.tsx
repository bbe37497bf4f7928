import { Suspense, useEffect, useState } from "react";
import { lazyScript } from "../../lib/lazyPart";
import { useIsVisible } from "../../lib/visibility";
import { useMe } from "../../session/useAttendee";
import { MatchNote } from "./MatchNote";
import { useHandsFree } from "./useHandsFree";
import { useNewMatch } from "./useNewMatch";

const { Part: MatchPopup, fetch: fetchPopup } = lazyScript(async () => (await import("./MatchPopup")).MatchPopup);
/** The popup's script is fetched when the screen itself has loaded. A match before that waits for the script. */
const PREFETCH_DELAY = 1500;

/**
 * Shows a new match, to both people, on every screen of a member: at once, or when they are back, one after the other. While they
 * write or drag, a note says so, and the moment comes when they are done or tap the note.
 */
export function MatchMoment() {
  const me = useMe();
  const { match, more, markSeen, markAllSeen } = useNewMatch();
  const [shown, setShown] = useState<string | null>(null);
  const isVisible = useIsVisible();
  const isWaiting = match !== null && shown !== match.matchId;
  const areHandsFree = useHandsFree(isWaiting);

  useEffect(() => {
    const timer = window.setTimeout(() => void fetchPopup().catch(() => undefined), PREFETCH_DELAY);
    return () => window.clearTimeout(timer);
  }, []);

  // In a hidden tab its six seconds would pass unseen.
  if (isWaiting && isVisible && areHandsFree) setShown(match.matchId);
  return (
    <>
      <MatchNote
        name={isWaiting ? match.user.name : null}
        more={more}
        onOpen={() => setShown(match?.matchId ?? null)}
      />
      {match !== null && !isWaiting && (
        <Suspense>
          <MatchPopup key={match.matchId} me={me} match={match} more={more} onClose={markSeen} onLeave={markAllSeen} />
        </Suspense>
      )}
    </>
  );
}
