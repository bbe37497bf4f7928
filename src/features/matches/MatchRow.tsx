import { useRef, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Handle } from "../../components/Handle";
import { useReport } from "../../lib/useReport";
import { PhotoTile } from "./PhotoTile";
import { type Match } from "./useNewMatch";
import { words } from "./words";

/** One match: who, their handle, and the way out with a question before it. */
export function MatchRow({ match: { user }, onUnmatch }: { match: Match; onUnmatch: () => void }) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const report = useReport();
  return (
    <li className="flex flex-col gap-2.5">
      <PhotoTile {...user} />
      <p dir="auto" className="text-note text-soft">
        {user.bio}
      </p>
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
      <Dialog
        open={asking}
        start={keep}
        onClose={() => setAsking(false)}
        title={words.unmatchQuestion(user.name)}
        description={words.unmatchText}
        actions={
          <>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                onUnmatch();
              }}
            >
              {words.unmatch}
            </Button>
            <Button ref={keep} look="quiet" onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
            <Button
              look="bare"
              onClick={() => {
                setAsking(false);
                report(user);
              }}
            >
              {words.reportInstead}
            </Button>
          </>
        }
      />
    </li>
  );
}
