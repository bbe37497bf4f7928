import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useReport } from "../../lib/useReport";
import { UnmatchQuestion } from "../matches/UnmatchQuestion";
import { useUnmatch } from "../matches/useUnmatch";
import type { Match } from "./ThreadHeader";
import { useLeaveThread } from "./useLeaveThread";
import { words } from "./words";

/** What one can do about the other, besides writing. After each of them the thread is over, and the matches follow. */
export function ThreadMenu({ match, open, onClose }: { match: Match; open: boolean; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const unmatch = useUnmatch();
  const leave = useLeaveThread();
  const openReport = () => report(match.user, leave);
  const closeAnd = (act: () => void) => () => {
    onClose();
    act();
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={match.user.name}
        actions={
          <div className="flex w-full flex-col gap-3">
            <Button look="danger" onClick={closeAnd(openReport)}>
              {words.report}
            </Button>
            <Button look="danger" onClick={closeAnd(() => setAsking(true))}>
              {words.unmatch}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </div>
        }
      />
      <UnmatchQuestion
        name={match.user.name}
        open={isAsking}
        onClose={() => setAsking(false)}
        onUnmatch={() => void unmatch(match.matchId).then((isDone) => isDone && leave())}
        onReport={openReport}
      />
    </>
  );
}
