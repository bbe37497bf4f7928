import { useQuery_experimental as useQueryResult } from "convex/react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Dialog } from "../../components/Dialog";
import { Handle } from "../../components/Handle";
import { PersonCard, type Person } from "../../components/PersonCard";
import { useMutation } from "../../lib/acts";
import { after } from "../../lib/events";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { useReport } from "../../lib/useReport";
import type { Match } from "./useMatches";
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

/** The full card of a match, with the handle, report and unmatch. A question comes before the unmatch, and offers a report instead. */
export function MatchCard({ match, open, onClose, action, onEnd }: Props) {
  const { user, matchId } = match;
  const person = usePerson(match, open);
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const unmatch = useUnmatch();
  const openReport = () => report({ ...user, isMatch: true }, onEnd);
  const thenDo = (close: () => void, action: () => void) => () => {
    close();
    action();
  };
  const closeQuestion = () => setAsking(false);

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
              <Button variant="bare" onClick={thenDo(onClose, openReport)}>
                {words.reportOrBlock}
              </Button>
              <Button
                variant="bare"
                aria-label={words.unmatchNamed(user.name)}
                onClick={thenDo(onClose, () => setAsking(true))}
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
      <ConfirmDialog
        open={isAsking}
        title={words.unmatchQuestion(user.name)}
        description={words.unmatchText}
        confirm={words.unmatch}
        cancel={words.keep}
        onConfirm={thenDo(closeQuestion, () => void unmatch(matchId).then((isDone) => isDone && onEnd?.()))}
        onClose={closeQuestion}
        below={
          <Button variant="bare" className="self-center" onClick={thenDo(closeQuestion, openReport)}>
            {words.reportInstead}
          </Button>
        }
      />
    </>
  );
}

/** Returns the list's data of the person until the full card loads. Offline it never loads. */
function usePerson({ matchId, user }: Match, isOpen: boolean): Person {
  const result = useQueryResult({ query: api.matches.person, args: isOpen ? { matchId } : "skip" });
  return result.status === "success" ? result.data : { ...user, hobbies: [], drinking: null, smoking: null };
}

/** Milliseconds without an answer before a toast says that the unmatch is under way. The question is closed by then. */
const SLOW = 1_000;

/** Ends a match permanently for both people. Returns whether it succeeded. */
function useUnmatch() {
  const unmatch = useMutation(api.matches.unmatch);
  return async (matchId: Id<"matches">): Promise<boolean> => {
    const messages = { success: words.unmatched, failure: words.failedUnmatch };
    const cancel = after(SLOW, () => toast.info(words.unmatching));
    const { ok } = await toastResult(() => unmatch({ matchId }), messages);
    cancel();
    return ok;
  };
}
