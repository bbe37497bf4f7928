import { Heart } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useBackgroundMutation } from "../../lib/acts";
import { lazyScript, usePrefetch } from "../../lib/lazyPart";
import { useNews } from "../../lib/useNewCounts";
import { useIsVisible } from "../../lib/visibility";
import { useMe } from "../../session/useAttendee";
import { useIsIdle } from "./useIsIdle";
import type { Match } from "./useMatches";
import { words } from "./words";

const { Part: MatchPopup, fetch: fetchPopup } = lazyScript(async () => (await import("./MatchPopup")).MatchPopup);

/**
 * Shows new matches on every member screen, one after the other. While the person types or drags, only a note appears. The popup opens when
 * they have finished, or tap the note.
 */
export function MatchMoment() {
  const me = useMe();
  const { match, moreCount, markSeen, markAllSeen } = useNewMatch();
  const [shown, setShown] = useState<string | null>(null);
  const isVisible = useIsVisible();
  const { pathname } = useLocation();
  // Its popup would cover the messages.
  const isInChat = match !== null && pathname === `/matches/${match.matchId}`;
  const isWaiting = match !== null && !isInChat && shown !== match.matchId;
  const isIdle = useIsIdle(isWaiting);
  usePrefetch(fetchPopup);
  const markOpened = useEffectEvent(markSeen);
  useEffect(() => {
    if (isInChat) markOpened();
  }, [isInChat]);

  // In a hidden tab, the popup's six seconds would pass unseen.
  if (isWaiting && isVisible && isIdle) setShown(match.matchId);
  return (
    <>
      <MatchNote
        name={isWaiting ? match.user.name : null}
        moreCount={moreCount}
        onOpen={() => setShown(match?.matchId ?? null)}
      />
      {match !== null && !isInChat && !isWaiting && (
        <MatchPopup
          key={match.matchId}
          me={me}
          match={match}
          moreCount={moreCount}
          onClose={markSeen}
          onLeave={markAllSeen}
        />
      )}
    </>
  );
}

/** `name`: the person of the waiting match. Null: none waits. `moreCount`: how many further matches wait. */
type Props = { name: string | null; moreCount: number; onOpen: () => void };

/** Announces a new match without taking the focus. A tap opens its popup. */
function MatchNote({ name, moreCount, onOpen }: Props) {
  return (
    <div aria-live="polite" className={place}>
      {name !== null && (
        <button
          type="button"
          onClick={onOpen}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className={note}
        >
          <Heart aria-hidden className="size-5 shrink-0 fill-current" />
          <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
            {words.matchNote(name, moreCount)}
          </span>
        </button>
      )}
    </div>
  );
}

/** Below the tabs and a thread's header. Can be pressed only while no layer is open. */
const place =
  "fixed top-[calc(4.75rem+env(safe-area-inset-top))] left-1/2 z-[60] w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 md:top-36";
/** Fades in after 300 ms, so that it does not flash during a tap, after which the popup opens at once. */
const note =
  "flex min-h-11 max-w-full items-center gap-2.5 rounded-full px-5 py-2 text-left text-note font-bold shadow-lift hot animate-[fade_200ms_300ms_ease-out_both]";

/** Returns the matches whose popup the member has not seen on any device, oldest first. */
function useNewMatch() {
  const unseen = (useNews()?.matches ?? []).filter(({ isUnseen }) => isUnseen).reverse();
  const send = useBackgroundMutation(api.matches.markSeen);
  // Prevents showing a match twice before the deployment has stored it, or if the call fails.
  const [seen, setSeen] = useState<ReadonlySet<Id<"matches">>>(new Set());

  const waiting = unseen.filter(({ matchId }) => !seen.has(matchId));
  const mark = (matches: readonly Match[]) => {
    const matchIds = matches.map(({ matchId }) => matchId);
    setSeen(new Set([...seen, ...matchIds]));
    void send({ matchIds }).catch(() => undefined);
  };
  return {
    match: waiting[0] ?? null,
    /** The number of further unseen matches. */
    moreCount: Math.max(0, waiting.length - 1),
    markSeen: () => mark(waiting.slice(0, 1)),
    /** Marks all waiting matches as seen, when the person follows a link in the popup. */
    markAllSeen: () => mark(waiting),
  };
}
