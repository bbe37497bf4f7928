import { useQuery_experimental as useAnswer } from "convex/react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { Button, ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { Panel } from "../../components/Panel";
import { SkeletonBlock } from "../../components/SkeletonBlock";
import { Tabs } from "../../components/Tabs";
import { words as common } from "../../components/words";
import { isRefusal, messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { LikeRow, type Like } from "./LikeRow";
import { MatchRow } from "./MatchRow";
import { useRespond } from "./useRespond";
import { useUnmatch } from "./useUnmatch";
import { words } from "./words";

/** /matches: who said yes too, and who waits for an answer; `?tab=likes` begins with those. */
export function MatchesScreen() {
  const [attempt, setAttempt] = useState(0);
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>(search.get("tab") === "likes" ? "likes" : "matches");

  return (
    <Page title={words.title} wide>
      <Walls key={attempt} tab={tab} onTab={setTab} onTryAgain={() => setAttempt(attempt + 1)} />
    </Page>
  );
}

type Tab = "matches" | "likes";

function Walls({ tab, onTab, onTryAgain }: { tab: Tab; onTab: (tab: Tab) => void; onTryAgain: () => void }) {
  const matches = useMatches();
  const likes = parted(useAnswer({ query: api.matches.pendingLikes, args: {} }));
  useSaid(matches.error, words.failedMatches);
  useSaid(likes.error, words.failedLikes);

  const failed = (title: string) => <Failed title={title} onTryAgain={onTryAgain} />;
  const wallOfMatches = matches.error ? failed(words.failedMatches) : <Matches {...matches} />;
  const wallOfLikes = likes.error ? failed(words.failedLikes) : <Likes likes={likes.data} />;
  return (
    <Tabs
      label={words.title}
      current={tab}
      onChange={onTab}
      tabs={[
        { id: "matches", label: words.matches(matches.data?.length, matches.isMore), content: wallOfMatches },
        {
          id: "likes",
          label: words.pendingLikes(likes.data?.length, likes.data?.length === limits.listed),
          content: wallOfLikes,
        },
      ]}
    />
  );
}

/** A hundred matches, and a hundred more whenever that is asked for. What is there stays while a longer list is on its way. */
function useMatches() {
  const [most, setMost] = useState<number>(limits.listed);
  const { data, error } = parted(useAnswer({ query: api.matches.list, args: { limit: most } }));
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);

  const isLoadingMore = data === undefined && last !== undefined;
  const isMore = isLoadingMore || (data?.length === most && most < limits.matchesMost);
  return { data: data ?? last, error, isMore, isLoadingMore, onMore: () => setMost(most + limits.listed) };
}

function Matches({ data: matches, isMore, isLoadingMore, onMore }: ReturnType<typeof useMatches>) {
  const unmatch = useUnmatch();

  if (matches === undefined) return <WallSkeleton />;
  if (matches.length === 0) return <Nobody title={words.noMatches}>{words.noMatchesText}</Nobody>;
  return (
    <>
      <ul className={wall}>
        {matches.map((match) => (
          <MatchRow key={match.matchId} match={match} onUnmatch={() => void unmatch(match.matchId)} />
        ))}
      </ul>
      {isMore && (
        <div className="mt-8 flex justify-center">
          <Button look="quiet" className="px-8" busy={isLoadingMore} onClick={onMore}>
            {words.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

function Likes({ likes }: { likes: readonly Like[] | undefined }) {
  const respond = useRespond();

  if (likes === undefined) return <WallSkeleton />;
  if (likes.length === 0) return <Nobody title={words.noLikes}>{words.noLikesText}</Nobody>;
  return (
    <ul className={wall}>
      {likes.map((like) => (
        <LikeRow key={like._id} like={like} onAnswer={(accepted) => void respond(like._id, accepted)} />
      ))}
    </ul>
  );
}

function Nobody({ title, children }: { title: string; children: string }) {
  return (
    <Panel drawing="lights" title={title} action={<ButtonLink to="/swipe">{words.startSwiping}</ButtonLink>}>
      {children}
    </Panel>
  );
}

function Failed({ title, onTryAgain }: { title: string; onTryAgain: () => void }) {
  return <Panel role="alert" title={title} action={<Button onClick={onTryAgain}>{words.tryAgain}</Button>} />;
}

function WallSkeleton() {
  return (
    <div role="status" aria-label={common.loading} className={wall}>
      {[0, 1, 2, 3].map((tile) => (
        <div key={tile} className="flex flex-col gap-2.5">
          <SkeletonBlock className="aspect-3/4" />
          <SkeletonBlock className="h-4 w-4/5" />
          <SkeletonBlock className="h-11 rounded-full" />
        </div>
      ))}
    </div>
  );
}

type Answer<T> = { status: "pending" } | { status: "error"; error: Error } | { status: "success"; data: T };

function parted<T>(answer: Answer<T>): { data?: T; error?: Error } {
  if (answer.status === "success") return { data: answer.data };
  return answer.status === "error" ? { error: answer.error } : {};
}

/** Says a failure as a toast too. A session that ended is the door's to tell. */
function useSaid(error: Error | undefined, fallback: string) {
  useEffect(() => {
    if (error === undefined || isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN")) return;
    const said = messageOf(error, fallback);
    toast.error(said, said);
  }, [error, fallback]);
}

/** Two beside each other on every phone, unless its letters are so large that names would not fit. */
const wall =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4";
