import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { toast } from "sonner";
import { useMe } from "../../lib/attendee";
import { MatchPopup } from "./MatchPopup";
import { useNewMatch } from "./useNewMatch";
import { words } from "./words";

/** Shows a match the moment it happens, on both people's screens. On /matches itself the new row is enough. */
export function MatchMoment() {
  const me = useMe();
  const [match, seen] = useNewMatch();
  const onMatches = useLocation().pathname === "/matches";

  useEffect(() => {
    if (match === null || !onMatches) return;
    toast.success(words.itsAMatch, { id: match.matchId, duration: 2000 });
    seen();
  });

  if (match === null || onMatches) return null;
  return <MatchPopup key={match.matchId} me={me} user={match.user} onClose={seen} />;
}
