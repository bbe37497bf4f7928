import { useEffect, type ReactNode } from "react";
import { DecisionBar } from "./DecisionBar";
import { ProfileSheet } from "./ProfileSheet";
import { RejectQuestion } from "./RejectQuestion";
import { ReviewLayout } from "./ReviewLayout";
import { useClaimNext } from "./useClaim";
import { useDecide, type Submission } from "./useDecide";
import { useKeys } from "./useKeys";
import { useReviewQueue } from "./useReviewQueue";
import { words } from "./words";

/** The queue of profiles, one of them large, and the decision: by mouse, thumb or single keys. */
export function ProfilesDesk({ queue, aside }: { queue: Submission[]; aside: ReactNode }) {
  const decide = useDecide();
  const review = useReviewQueue(queue, useClaimNext());
  const { selected, isSeen, ask } = review;
  usePrefetched(queue[review.index + 1]?.photos.map(({ url }) => url).join(" "));

  const send = (approved: boolean, reason: string) => review.decide(({ _id }) => void decide(_id, approved, reason));
  const approve = () => send(true, "");
  useKeys({ [words.keys.approve]: approve, [words.keys.reject]: ask });

  return (
    <ReviewLayout
      label={words.queue}
      queue={queue}
      review={review}
      empty={queue.length === 0 ? nobody : otherwise}
      sheet={selected && <ProfileSheet profile={selected} claimedBy={review.claims.get(selected._id)} />}
      aside={
        <>
          {selected && (
            <DecisionBar key={selected._id} kind={selected.kind} isSeen={isSeen} onApprove={approve} onReject={ask} />
          )}
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

const nobody = { title: words.emptyTitle, text: words.emptyText };
const otherwise = { title: words.allOpenTitle, text: words.allOpenText };

/** The next photos are there before their turn: a moderator looks at hundreds. Addresses with blanks between them. */
function usePrefetched(urls = "") {
  useEffect(() => {
    for (const url of urls.split(" ").filter(Boolean)) new Image().src = url;
  }, [urls]);
}
