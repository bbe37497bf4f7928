import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Handle } from "../../components/Handle";
import { useReport } from "../../lib/useReport";
import { PersonRow } from "./PersonRow";
import { type Match } from "./useNewMatch";
import { words } from "./words";

/** One match: the person, their handle, and the way to end it with a question before it. */
export function MatchRow({ match: { user }, onUnmatch }: { match: Match; onUnmatch: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const closeAnd = (act: () => void) => () => {
    setAsking(false);
    act();
  };

  return (
    <PersonRow person={user}>
      <div className="mt-auto flex flex-col items-start gap-1">
        <Handle handle={user.instagramHandle} className="text-note" />
        <div className="-ml-1 flex flex-wrap gap-x-4">
          <Button look="bare" aria-label={words.unmatchNamed(user.name)} onClick={() => setAsking(true)}>
            {words.unmatch}
          </Button>
          <Button look="bare" aria-label={words.reportNamed(user.name)} onClick={() => report(user)}>
            {words.report}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        start="cancel"
        title={words.unmatchQuestion(user.name)}
        description={words.unmatchText}
        confirm={words.unmatch}
        cancel={words.keep}
        onConfirm={closeAnd(onUnmatch)}
        onClose={() => setAsking(false)}
        more={
          <Button look="bare" onClick={closeAnd(() => report(user))}>
            {words.reportInstead}
          </Button>
        }
      />
    </PersonRow>
  );
}
