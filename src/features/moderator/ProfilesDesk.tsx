import { useEffect, type ReactNode } from "react";
import { Button } from "../../components/Button";
import { SkeletonBlock } from "../../components/SkeletonBlock";
import { DecisionBar } from "./DecisionBar";
import { FilterChips } from "./FilterChips";
import { ProfileSheet } from "./ProfileSheet";
import { RejectQuestion } from "./RejectQuestion";
import { ReviewLayout } from "./ReviewLayout";
import { useClaimNext } from "./useClaim";
import { UndoBar } from "./UndoBar";
import { useDecide } from "./useDecide";
import type { Figures } from "./useFigures";
import { useKeys } from "./useKeys";
import { useReviewQueue } from "./useReviewQueue";
import { useUndo } from "./useUndo";
import type { Waiting } from "./useWaiting";
import { words } from "./words";

/** The queue of profiles, with one shown large, and its decision: by mouse, thumb or single keys. */
export function ProfilesDesk({ waiting, figures, aside }: Props) {
  const { rows: queue, filter, setFilter, isLoading, more } = waiting;
  const decide = useDecide();
  const review = useReviewQueue(queue, useClaimNext(filter));
  const { selected, isSeen, ask } = review;
  const { decision, undo } = useUndo(review.show);
  usePrefetched(queue[review.index + 1]?.photos.map(({ url }) => url).join(" "));

  const send = (approved: boolean, reason: string) => review.decide(({ _id }) => void decide(_id, approved, reason));
  const approve = () => send(true, "");
  useKeys({ [words.keys.approve]: approve, [words.keys.reject]: ask, [words.keys.undo]: undo });

  return (
    <ReviewLayout
      label={words.queue}
      queue={queue}
      review={review}
      above={<FilterChips filter={filter} waiting={figures?.waiting} onFilter={setFilter} />}
      onNearEnd={more}
      empty={emptyOf(waiting)}
      sheet={
        isLoading ? (
          <SkeletonBlock className="min-h-40" />
        ) : (
          selected && <ProfileSheet profile={selected} claimedBy={review.claims.get(selected._id)} />
        )
      }
      aside={
        <>
          {selected && (
            <DecisionBar key={selected._id} kind={selected.kind} isSeen={isSeen} onApprove={approve} onReject={ask} />
          )}
          <UndoBar decision={decision} onUndo={undo} />
          {aside}
        </>
      }
    >
      {selected && review.isAsking && (
        <RejectQuestion profile={selected} onClose={review.stopAsking} onReject={(reason) => send(false, reason)} />
      )}
    </ReviewLayout>
  );
}

type Props = { waiting: Waiting; figures: Figures | null; aside: ReactNode };

/** Why nobody is shown: nobody waits, nobody of this kind, or colleagues have all of them open. */
function emptyOf({ rows, filter, setFilter }: Waiting) {
  if (rows.length > 0) return otherwise;
  if (filter === "all") return nobody;
  const action = (
    <Button look="quiet" onClick={() => setFilter("all")}>
      {words.showAll}
    </Button>
  );
  return { title: words.noneTitle, text: words.noneText(words.filters[filter]), action };
}

const nobody = { title: words.emptyTitle, text: words.emptyText };
const otherwise = { title: words.allOpenTitle, text: words.allOpenText };

/** The next photos are there before their turn: a moderator looks at hundreds. Addresses with blanks between them. */
function usePrefetched(urls = "") {
  useEffect(() => {
    for (const url of urls.split(" ").filter(Boolean)) new Image().src = url;
  }, [urls]);
}
