import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { toast } from "sonner";
import { useMe } from "../../lib/attendee";
import { useNewMatch } from "./useNewMatch";
import { words } from "./words";

const loadPopup = async () => ({ default: (await import("./MatchPopup")).MatchPopup });
const MatchPopup = lazy(loadPopup);
/** Long enough for the screen to have its cards; a match before that waits for the script and no longer. */
const SETTLED = 1500;

/** Shows a match the moment it happens, on both people's screens. On /matches itself the new row is enough. */
export function MatchMoment() {
  const me = useMe();
  const [match, seen] = useNewMatch();
  const onMatches = useLocation().pathname === "/matches";

  useEffect(() => {
    const timer = window.setTimeout(() => void loadPopup().catch(() => undefined), SETTLED);
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (match === null || !onMatches) return;
    toast.success(words.itsAMatch, { id: match.matchId, duration: 2000 });
    seen();
  });

  if (match === null || onMatches) return null;
  return (
    <Suspense>
      <MatchPopup key={match.matchId} me={me} user={match.user} onClose={seen} />
    </Suspense>
  );
}
