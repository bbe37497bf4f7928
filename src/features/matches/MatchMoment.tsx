import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../../session/useAttendee";
import { useNewMatch } from "./useNewMatch";

const loadPopup = async () => ({ default: (await import("./MatchPopup")).MatchPopup });
const MatchPopup = lazy(loadPopup);
/** Long enough for the screen to have its cards; a match before that waits for the script and no longer. */
const SETTLED = 1500;

/** Shows a match the moment it happens, on both people's screens, whichever screen that is. */
export function MatchMoment() {
  const me = useMe();
  const [match, seen] = useNewMatch();
  const [begun, setBegun] = useState<string | null>(null);
  const isLookedAt = useSyncExternalStore(onVisibility, () => document.visibilityState === "visible");

  useEffect(() => {
    const timer = window.setTimeout(() => void loadPopup().catch(() => undefined), SETTLED);
    return () => window.clearTimeout(timer);
  }, []);

  // In a tab that nobody looks at its six seconds would pass unseen.
  if (match !== null && isLookedAt && begun !== match.matchId) setBegun(match.matchId);
  if (match === null || begun !== match.matchId) return null;
  return (
    <Suspense>
      <MatchPopup key={match.matchId} me={me} user={match.user} onClose={seen} />
    </Suspense>
  );
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
