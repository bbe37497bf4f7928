import { useState } from "react";
import { Button } from "../../components/Button";
import { GoldTick, VipBadge } from "../../components/Badge";
import { Dialog } from "../../components/Dialog";
import { Handle } from "../../components/Handle";
import { Photo } from "../../components/Photo";
import { type Match } from "./useNewMatch";
import { words } from "./words";

/** One match: who, their handle, and the way out with a question before it. */
export function MatchRow({ match: { user }, onUnmatch }: { match: Match; onUnmatch: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex gap-4 rounded-lg bg-raised p-3 shadow-rest">
      <div className="h-40 w-28 shrink-0 overflow-hidden rounded-md">
        <Photo src={user.photoURL} name={user.name} loading="lazy" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 py-0.5">
        <NameLine {...user} />
        <p className="line-clamp-2 w-full text-soft">{user.bio}</p>
        <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Handle handle={user.instagramHandle} />
          <Button look="bare" aria-label={words.unmatchNamed(user.name)} onClick={() => setAsking(true)}>
            {words.unmatch}
          </Button>
        </div>
      </div>
      <Dialog
        open={asking}
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
            <Button look="quiet" onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
          </>
        }
      />
    </li>
  );
}

/** Name and age with what the person has bought, in rows of both tabs. */
export function NameLine({
  name,
  age,
  isPremium,
  isVIP,
}: {
  name: string;
  age: number;
  isPremium: boolean;
  isVIP: boolean;
}) {
  return (
    <h2 className="flex w-full flex-wrap items-center gap-x-2 pt-1 text-lead/6">
      <span className="line-clamp-2 min-w-0">
        {name}, <span className="tabular-nums">{age}</span>
      </span>
      {isPremium && <GoldTick />}
      {isVIP && (
        <span className="font-text">
          <VipBadge />
        </span>
      )}
    </h2>
  );
}
