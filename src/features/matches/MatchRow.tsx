import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Handle } from "../../components/Handle";
import { useReport } from "../../lib/useReport";
import { PersonRow } from "./PersonRow";
import { type Match } from "./useNewMatch";
import { words } from "./words";

type Props = {
  match: Match;
  isNew: boolean;
  /** Somebody has opened or copied the handle. */
  onOpen: () => void;
  onUnmatch: () => void;
};

/** One match: the person, their handle, and the way to end it with a question before it. */
export function MatchRow({ match: { user }, isNew, onOpen, onUnmatch }: Props) {
  const [isAsking, setAsking] = useState(false);
  const report = useReport();
  const closeAnd = (act: () => void) => () => {
    setAsking(false);
    act();
  };

  return (
    <PersonRow person={user} isNew={isNew}>
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
