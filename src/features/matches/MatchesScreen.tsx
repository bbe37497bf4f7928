import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { limits } from "../../../convex/shared/limits";
import { Button, ButtonLink } from "../../components/Button";
import { lights } from "../../components/drawings";
import { OnlineSkeleton } from "../../components/OnlineSkeleton";
import { Page } from "../../components/Page";
import { Panel } from "../../components/Panel";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { Tabs } from "../../components/Tabs";
import { words as common } from "../../components/words";
import { isRefusal, messageOf } from "../../lib/errors";
import { ignoreSecondPress } from "../../lib/secondPress";
import { toast } from "../../lib/toast";
import { useFocusAfterRemoval } from "../../lib/useFocusAfterRemoval";
import { newestFirst, useThreads } from "../chat/useConversations";
import { LikeRow } from "./LikeRow";
import { MatchRow } from "./MatchRow";
import { MeetingSafely } from "./MeetingSafely";
import { useMarkLikesSeen, useRespond, useSteadyOrder, type Respond } from "./pendingLikes";
import { useLikes, useMatches, type Like } from "./useMatches";
import { useNewInList } from "./useNewInList";
import { words } from "./words";

/** /matches: the matches and the pending likes. `?tab=likes` opens the likes. */
export function MatchesScreen() {
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "likes" ? "likes" : "matches";
  const setTab = (next: Tab) => setSearch(next === "likes" ? { tab: "likes" } : {}, { replace: true });

  return (
    <Page title={words.title} wide>
      <MatchesTabs key={attempt} tab={tab} onTab={setTab} onTryAgain={() => setAttempt(attempt + 1)} />
    </Page>
  );
}

type Tab = "matches" | "likes";

function MatchesTabs({ tab, onTab, onTryAgain }: { tab: Tab; onTab: (tab: Tab) => void; onTryAgain: () => void }) {
  const matches = useLongerList();
  const likes = useLikes();
  const { waiting, respond } = useRespond(likes.data);
  useErrorToast(matches.error, words.failedMatches);
  useErrorToast(likes.error, words.failedLikes);
  const focus = useFocusAfterRemoval();

  const errorPanel = (title: string) => <ErrorPanel title={title} onTryAgain={onTryAgain} />;
  const matchesTab = matches.error ? errorPanel(words.failedMatches) : <Matches {...matches} />;
  const likesTab = likes.error ? (
    errorPanel(words.failedLikes)
  ) : (
    <Likes likes={waiting} isCached={likes.isCached} onRespond={respond} />
  );
  return (
    <div {...focus}>
      <Tabs
        label={words.title}
        current={tab}
        onChange={onTab}
        tabs={[
          { id: "matches", label: words.matches(matches.data?.length, matches.isMore), content: matchesTab },
          {
            id: "likes",
            label: words.pendingLikes(waiting?.length, (likes.data?.length ?? 0) >= limits.listSizeDefault),
            content: likesTab,
          },
        ]}
      />
    </div>
  );
}

/** The newest `limits.listSizeDefault` matches. "Show more" adds as many again. The shorter list stays visible while the longer one loads. */
function useLongerList() {
  const [limit, setLimit] = useState<number>(limits.listSizeDefault);
  const { data, error, ...list } = useMatches(limit);
  const [lastList, setLastList] = useState(data);
  if (data !== undefined && data !== lastList) setLastList(data);

  const isLoadingMore = data === undefined && lastList !== undefined;
  const isMore = isLoadingMore || list.isMore;
  return {
    data: data ?? lastList,
    error,
    isMore,
    isLoadingMore,
    onMore: () => setLimit(limit + limits.listSizeDefault),
  };
}

function Matches({ data: matches, isMore, isLoadingMore, onMore }: ReturnType<typeof useLongerList>) {
  const marks = useNewInList(matches);
  const threads = useThreads();
  // True if a match beyond the loaded list has a thread. Loads more until it is listed.
  const isFurtherDown = isMore && [...threads.keys()].some((id) => matches?.every(({ matchId }) => matchId !== id));
  useEffect(() => {
    if (isFurtherDown && !isLoadingMore) onMore();
  });

  if (matches === undefined) return <RowsSkeleton />;
  if (matches.length === 0) return <EmptyPanel title={words.noMatches}>{words.noMatchesText}</EmptyPanel>;
  return (
    <div className={inbox}>
      <div>
        <ul>
          {newestFirst(matches, threads).map((match) => (
            <MatchRow
              key={match.matchId}
              match={match}
              thread={threads.get(match.matchId)}
              isNew={marks.isNew(match)}
              onOpen={() => marks.open(match)}
            />
          ))}
        </ul>
        {isMore && (
          <div className="mt-8 flex justify-center">
            <Button variant="quiet" className="px-8" busy={isLoadingMore} onClick={onMore}>
              {words.showMore}
            </Button>
          </div>
        )}
      </div>
      <MeetingSafely />
    </div>
  );
}

type LikesProps = { likes: readonly Like[] | undefined; isCached: boolean; onRespond: Respond };

function Likes({ likes, isCached, onRespond }: LikesProps) {
  const steady = useSteadyOrder(isCached ? undefined : likes) ?? likes;
  useMarkLikesSeen(likes);

  if (steady === undefined) return <GridSkeleton />;
  if (steady.length === 0) return <EmptyPanel title={words.noLikes}>{words.noLikesText}</EmptyPanel>;
  return (
    <ul className={grid} onClickCapture={ignoreSecondPress}>
      {steady.map((like) => (
        <LikeRow key={like._id} like={like} onRespond={(accepted) => onRespond(like._id, accepted)} />
      ))}
    </ul>
  );
}

function EmptyPanel({ title, children }: { title: string; children: string }) {
  return (
    <Panel drawing={lights} title={title} action={<ButtonLink to="/swipe">{words.startSwiping}</ButtonLink>}>
      {children}
    </Panel>
  );
}

function ErrorPanel({ title, onTryAgain }: { title: string; onTryAgain: () => void }) {
  return <Panel role="alert" title={title} action={<Button onClick={onTryAgain}>{words.tryAgain}</Button>} />;
}

function RowsSkeleton() {
  return (
    <OnlineSkeleton>
      <div role="status" aria-label={common.loading} className={inbox}>
        <div>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <div key={row} className="flex h-20 items-center gap-3 border-b border-line">
              <SkeletonBlock className="size-15 rounded-full" />
              <div className="flex flex-1 flex-col gap-2">
                <SkeletonBlock className="h-4 w-2/5" />
                <SkeletonBlock className="h-3.5 w-4/5" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </OnlineSkeleton>
  );
}

function GridSkeleton() {
  return (
    <OnlineSkeleton>
      <div role="status" aria-label={common.loading} className={grid}>
        {[0, 1, 2, 3].map((tile) => (
          <div key={tile} className="flex flex-col gap-2.5">
            <SkeletonBlock className="aspect-3/4" />
            <SkeletonBlock className="h-4 w-4/5" />
            <SkeletonBlock className="h-11 rounded-full" />
          </div>
        ))}
      </div>
    </OnlineSkeleton>
  );
}

/** Shows an error as a toast too, except the end of the session, which reports itself. */
function useErrorToast(error: Error | undefined, fallback: string) {
  useEffect(() => {
    if (error === undefined || isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN")) return;
    const message = messageOf(error, fallback);
    toast.error(message, message);
  }, [error, fallback]);
}

/** Two columns on phones. One if the font is so large that names would not fit. */
const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4";
/** The safety advice is below the rows, or beside them on wide screens. */
const inbox = "flex flex-col gap-6 -mt-2 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10";
