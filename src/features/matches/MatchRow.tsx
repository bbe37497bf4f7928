import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { Handle } from "../../components/Handle";
import { useReport } from "../../lib/useReport";
import { LastLine } from "../chat/LastLine";
import type { Thread } from "../chat/useConversations";
import { PersonRow } from "./PersonRow";
import { UnmatchQuestion } from "./UnmatchQuestion";
import type { Match } from "./useNewMatch";
import { words } from "./words";

type Props = {
  match: Match;
  thread: Thread | undefined;
  isNew: boolean;
  /** Somebody has opened the thread, or has opened or copied the handle. */
  onOpen: () => void;
  onUnmatch: () => void;
};

/** One match: the person, the last line of what they write, their handle, and the way to end it with a question before it. */
export function MatchRow({ match: { matchId, user }, thread, isNew, onOpen, onUnmatch }: Props) {
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const link = { to: `/matches/${matchId}`, onClick: onOpen };

  return (
    <PersonRow
      person={user}
      isNew={isNew}
      link={link}
      line={
        <Link {...link} className="-mt-1 flex min-h-11 flex-col justify-center rounded-sm hover:underline">
          <span className="sr-only">{words.chatWith(user.name)} </span>
          <LastLine matchId={matchId} thread={thread} />
        </Link>
      }
    >
      <div className="mt-auto flex flex-col items-start gap-1">
        <Handle handle={user.instagramHandle} className="text-note" onUse={onOpen} />
        <div className="-ml-1 flex flex-wrap gap-x-4">
          <Button look="bare" aria-label={words.unmatchNamed(user.name)} onClick={() => setAsking(true)}>
            {words.unmatch}
          </Button>
          <Button look="bare" aria-label={words.reportNamed(user.name)} onClick={() => report(user)}>
            {words.report}
          </Button>
        </div>
      </div>
      <UnmatchQuestion
        name={user.name}
        open={isAsking}
        onClose={() => setAsking(false)}
        onUnmatch={onUnmatch}
        onReport={() => report(user)}
      />
    </PersonRow>
  );
}
