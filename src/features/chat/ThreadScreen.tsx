import { useEffect, useState, useSyncExternalStore, type CSSProperties, type ReactNode } from "react";
import { useParams } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { Button, ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { wall } from "../../components/drawings";
import { Panel } from "../../components/Panel";
import { useIsOffline } from "../../lib/connection";
import { isRefusal } from "../../lib/errors";
import { listen } from "../../lib/events";
import { focusHeading, isFocusLost } from "../../lib/focusHeading";
import { useIsWide } from "../../lib/useIsWide";
import { useReport } from "../../lib/useReport";
import { useMe } from "../../session/useAttendee";
import { useMatchList } from "../matches/useMatches";
import { Conversations } from "./Conversations";
import { Thread } from "./Thread";
import { threadDraft } from "./useDraft";
import { useLeaveLink, useLeaveThread } from "./useLeaveThread";
import { usePages } from "./usePages";
import { useReportOpen } from "./usePresence";
import { words } from "./words";

/** /matches/:matchId: the thread of a match. On wide screens the list of conversations is beside it. */
export function ThreadScreen() {
  const { matchId = "" } = useParams();
  const [attempt, setAttempt] = useState(0);
  const edges = useAboveKeyboard();
  const isOffline = useIsOffline();
  const isWide = useIsWide();
  const { matches, isComplete } = useMatchList(matchId);

  return (
    <div className={classes(frame, isOffline && ribbon)} style={edges}>
      {isWide && <Conversations matches={matches} current={matchId} />}
      <LiveThread
        key={`${matchId} ${attempt}`}
        matchId={matchId as Id<"matches">}
        match={matches?.find((match) => match.matchId === matchId)}
        isKnown={matches !== undefined && isComplete}
        onTryAgain={() => setAttempt(attempt + 1)}
      />
    </div>
  );
}

type Match = NonNullable<Parameters<typeof Thread>[0]["match"]>;
type Props = {
  matchId: Id<"matches">;
  match: Match | undefined;
  /** True once the list is complete, so a missing match does not exist. */
  isKnown: boolean;
  onTryAgain: () => void;
};

function LiveThread({ matchId, match, isKnown, onTryAgain }: Props) {
  const pages = usePages(matchId);
  const { page, error } = pages;
  const hasEnded = (isKnown && match === undefined) || (error !== null && isRefusal(error, "NOT_FOUND", "BAD_INPUT"));
  useReportOpen(matchId, page !== undefined && !hasEnded);

  // The other person is kept for reports after the match has ended.
  const [known, setKnown] = useState(match?.user);
  if (match !== undefined && match.user !== known) setKnown(match.user);

  if (hasEnded) return <Ended matchId={matchId} user={known} />;
  if (error !== null) return <Failed onTryAgain={onTryAgain} />;
  return <Thread matchId={matchId} match={match} pages={pages} />;
}

/**
 * Shown when the match has ended. Clears the draft. Offers a report if the other person is known. Fades in late, so the person who ended
 * it does not see it on the way back to their matches.
 */
function Ended({ matchId, user }: { matchId: Id<"matches">; user: Match["user"] | undefined }) {
  const { _id } = useMe();
  const report = useReport();
  const leave = useLeaveThread();
  const leaveLink = useLeaveLink();
  useEffect(() => {
    threadDraft(_id, matchId).clear();
    // The thread, which may have had the focus, is gone.
    if (isFocusLost()) focusHeading();
  }, [_id, matchId]);
  return (
    <Aside className="animate-[fade_200ms_250ms_ease-out_both]">
      <Panel
        alone
        drawing={wall}
        title={words.ended}
        action={
          <>
            <ButtonLink {...leaveLink}>{words.toMatches}</ButtonLink>
            {user !== undefined && (
              <Button variant="bare" onClick={() => report(user, leave)}>
                {words.reportEnded(user.name)}
              </Button>
            )}
          </>
        }
      >
        {words.endedText}
      </Panel>
    </Aside>
  );
}

function Failed({ onTryAgain }: { onTryAgain: () => void }) {
  const leaveLink = useLeaveLink();
  return (
    <Aside>
      <Panel
        alone
        role="alert"
        title={words.failedToLoad}
        action={
          <>
            <Button onClick={onTryAgain}>{words.loadAgain}</Button>
            <ButtonLink {...leaveLink} variant="bare">
              {words.back}
            </ButtonLink>
          </>
        }
      />
    </Aside>
  );
}

function Aside({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes("flex min-w-0 flex-1 items-center overflow-y-auto", className)}>{children}</div>;
}

/** On a phone a thread covers the whole screen, tabs included. On wider screens it starts below the tabs. */
const frame =
  "fixed inset-x-0 top-(--above) bottom-(--below) z-20 mx-auto flex w-full max-w-5xl bg-ground md:top-[calc(4rem+var(--above))] lying:top-(--above) " +
  "pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] lg:border-x lg:border-line";
/** Room for the offline ribbon, because a thread fills the screen to both edges. */
const ribbon = "max-md:pt-8 md:pb-8";

/** Returns the space (px) above and below the visible part. Some browsers move the page under the keyboard instead of shrinking it. */
function useAboveKeyboard(): CSSProperties {
  const edges = useSyncExternalStore(onViewport, edgesNow);
  const [above, below] = edges.split(" ");
  return { ["--above" as string]: `${above}px`, ["--below" as string]: `${below}px` };
}

/** A string, so `useSyncExternalStore` can compare snapshots. */
function edgesNow(): string {
  const { visualViewport: visible } = window;
  // A zoomed page shows the part that the person chose.
  if (visible === null || visible.scale > 1.01) return "0 0";
  const above = Math.round(visible.offsetTop);
  return `${above} ${Math.max(0, Math.round(window.innerHeight - visible.height) - above)}`;
}

function onViewport(changed: () => void): () => void {
  return listen(window.visualViewport ?? window, ["resize", "scroll"], changed);
}
