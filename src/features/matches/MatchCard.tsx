import { useQuery_experimental as useQueryResult } from "convex/react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Handle } from "../../components/Handle";
import { PersonCard, type Person } from "../../components/PersonCard";
import { useReport } from "../../lib/useReport";
import { UnmatchQuestion } from "./UnmatchQuestion";
import type { Match } from "./useMatches";
import { useUnmatch } from "./useUnmatch";
import { words } from "./words";

type Props = {
  match: Match;
  open: boolean;
  onClose: () => void;
  /** The main action. None in the thread itself. */
  action?: ReactNode;
  /** Called when the person ends the match by a report, a block or an unmatch. */
  onEnd?: () => void;
};

/** The full card of a match, with the handle, report and unmatch. */
export function MatchCard({ match, open, onClose, action, onEnd }: Props) {
  const { user, matchId } = match;
  const person = usePerson(match, open);
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const unmatch = useUnmatch();
  const openReport = () => report(user, onEnd);
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={words.youAnd(user.name)}
        actions={
          <div className="flex w-full flex-col gap-2">
            {action}
            <div className="flex flex-wrap justify-center gap-x-6">
              <Button variant="bare" onClick={closeAnd(openReport)}>
                {words.reportOrBlock}
              </Button>
              <Button
                variant="bare"
                aria-label={words.unmatchNamed(user.name)}
                onClick={closeAnd(() => setAsking(true))}
              >
                {words.unmatch}
              </Button>
            </div>
          </div>
        }
      >
        <div className="mx-auto h-[clamp(20rem,50dvh,31.25rem)] w-full max-w-[21.875rem] shrink-0">
          <PersonCard person={person} />
        </div>
        <Handle handle={user.instagramHandle} className="shrink-0 self-center text-body" />
      </Dialog>
      <UnmatchQuestion
        name={user.name}
        open={isAsking}
        onClose={() => setAsking(false)}
        onUnmatch={() => void unmatch(matchId).then((isDone) => isDone && onEnd?.())}
        onReport={openReport}
      />
    </>
  );
}

/** Returns the list's data of the person until the full card loads. Offline it never loads. */
function usePerson({ matchId, user }: Match, isOpen: boolean): Person {
  const result = useQueryResult({ query: api.matches.person, args: isOpen ? { matchId } : "skip" });
  return result.status === "success" ? result.data : { ...user, hobbies: [], drinking: null, smoking: null };
}
