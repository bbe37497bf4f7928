import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { Panel } from "../../components/Panel";
import { Bone } from "../../components/Skeleton";
import { Tabs } from "../../components/Tabs";
import { words as common } from "../../components/words";
import { LikeRow } from "./LikeRow";
import { MatchRow } from "./MatchRow";
import { useRespond } from "./useRespond";
import { useUnmatch } from "./useUnmatch";
import { words } from "./words";

/** /matches: who said yes too, and who waits for an answer. */
export function MatchesScreen() {
  const matches = useQuery(api.matches.list, {});
  const likes = useQuery(api.matches.pendingLikes, {});

  return (
    <Page title={words.title} wide>
      <Tabs
        label={words.title}
        tabs={[
          { id: "matches", label: words.matches(matches?.length), content: <Matches matches={matches} /> },
          { id: "likes", label: words.pendingLikes(likes?.length), content: <Likes likes={likes} /> },
        ]}
      />
    </Page>
  );
}

function Matches({ matches }: { matches: ReturnType<typeof useQuery<typeof api.matches.list>> }) {
  const unmatch = useUnmatch();

  if (matches === undefined) return <WallSkeleton />;
  if (matches.length === 0) return <NobodyYet />;
  return (
    <ul className={wall}>
      {matches.map((match) => (
        <MatchRow key={match.matchId} match={match} onUnmatch={() => void unmatch(match.matchId)} />
      ))}
    </ul>
  );
}

function Likes({ likes }: { likes: ReturnType<typeof useQuery<typeof api.matches.pendingLikes>> }) {
  const respond = useRespond();

  if (likes === undefined) return <WallSkeleton />;
  if (likes.length === 0) {
    return (
      <Panel drawing="lights" title={words.noLikes}>
        {words.noLikesText}
      </Panel>
    );
  }
  return (
    <ul className={wall}>
      {likes.map((like) => (
        <LikeRow key={like._id} like={like} onAnswer={(accepted) => void respond(like._id, accepted)} />
      ))}
    </ul>
  );
}

function NobodyYet() {
  return (
    <Panel drawing="lights" title={words.noMatches} action={<ButtonLink to="/swipe">{words.startSwiping}</ButtonLink>}>
      {words.noMatchesText}
    </Panel>
  );
}

function WallSkeleton() {
  return (
    <div role="status" aria-label={common.loading} className={wall}>
      {[0, 1, 2, 3].map((tile) => (
        <div key={tile} className="flex flex-col gap-2.5">
          <Bone className="aspect-3/4" />
          <Bone className="h-4 w-4/5" />
          <Bone className="h-11 rounded-full" />
        </div>
      ))}
    </div>
  );
}

const wall = "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4";
