import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../../components/Button";
import { KeyHint } from "../../components/KeyHint";
import { ReasonQuestion } from "../../components/ReasonQuestion";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { ActionBar, ActionButton } from "./ActionBar";
import { ProfileSheet } from "./ProfileSheet";
import { ReviewLayout } from "./ReviewLayout";
import { useClaimNext } from "./useClaim";
import { UndoBar, useUndo } from "./UndoBar";
import { useDecide, type Submission } from "./decisions";
import { useKeys } from "./useKeys";
import type { Question } from "./useQuestion";
import { useReviewQueue } from "./useReviewQueue";
import type { Figures, Filter, Waiting } from "./useWaiting";
import { words } from "./words";

/** The queue of profiles, with one shown large. Decisions by mouse, touch or single keys. */
export function ProfilesDesk({ waiting, figures, aside }: Props) {
  const { rows: queue, filter, setFilter, isLoading, loadMore } = waiting;
  const decide = useDecide();
  const review = useReviewQueue(queue, useClaimNext(filter));
  const { selected, isSeen, question } = review;
  const { decision, undo } = useUndo(review.show);
  usePrefetched(queue[review.index + 1]?.photos.map(({ url }) => url).join(" "));

  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  // On a slow connection the buttons would be ready before the photos.
  const mayApprove = isSeen && selected?.photos.every(({ url }) => loaded.has(url)) === true;
  const approve = () => mayApprove && review.decide(({ _id }) => decide(_id, true, ""));
  const askToReject = () => review.ask("reject");
  const keys = { [words.keys.approve]: approve, [words.keys.reject]: askToReject, [words.keys.undo]: undo };
  useKeys(keys, question === null);

  return (
    <ReviewLayout
      label={words.queue}
      queue={queue}
      review={review}
      above={<FilterChips filter={filter} waiting={figures?.waiting} onFilter={setFilter} />}
      onNearEnd={loadMore}
      empty={emptyOf(waiting)}
      sheet={
        isLoading ? (
          <SkeletonBlock className="min-h-40" />
        ) : (
          selected && (
            <ProfileSheet
              profile={selected}
              claimedBy={review.claims.get(selected._id)}
              onPhotoLoaded={(url) => setLoaded((urls) => new Set(urls).add(url))}
            />
          )
        )
      }
      aside={
        <>
          {selected && (
            <ActionBar className="flex-col-reverse">
              <ActionButton
                name={selected.kind === "edit" ? words.rejectChange : words.reject}
                keyName={words.keys.reject}
                variant="danger"
                isSeen={isSeen}
                onPress={askToReject}
              />
              <ActionButton name={words.approve} keyName={words.keys.approve} isSeen={mayApprove} onPress={approve} />
            </ActionBar>
          )}
          <UndoBar decision={decision} onUndo={undo} />
          {aside}
        </>
      }
    >
      {question && (
        <RejectQuestion
          question={question}
          onConfirm={(reason) => review.confirm(({ _id }) => decide(_id, false, reason))}
        />
      )}
    </ReviewLayout>
  );
}

type QuestionProps = { question: Question<Submission>; onConfirm: (reason: string) => Promise<boolean> };

function RejectQuestion({ question: { row, isEnded, close }, onConfirm }: QuestionProps) {
  const { kind, name } = row;
  const isEdit = kind === "edit";
  return (
    <ReasonQuestion
      title={isEdit ? words.rejectChangeQuestion(name) : words.rejectQuestion(name)}
      description={isEdit ? words.rejectChangeText : words.rejectText}
      confirm={
        <>
          {isEdit ? words.rejectChange : words.reject} <KeyHint name={words.keys.send} />
        </>
      }
      label={words.reason}
      hint={words.reasonHint}
      ended={isEnded ? words.profileLeft : undefined}
      presets={{ label: words.rejectReasons, texts: words.rejectPresets }}
      onConfirm={onConfirm}
      onClose={close}
    />
  );
}

type Props = { waiting: Waiting; figures: Figures | null; aside: ReactNode };

type ChipsProps = { filter: Filter; waiting: Figures["waiting"] | undefined; onFilter: (filter: Filter) => void };

function FilterChips({ filter, waiting, onFilter }: ChipsProps) {
  return (
    <div role="group" aria-label={words.filter} className="flex gap-1.5 overflow-x-auto p-2 lg:flex-wrap">
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
          className="min-h-11 shrink-0 rounded-full border-2 border-edge/60 px-3 text-note font-semibold tabular-nums hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash lg:min-h-8"
        >
          {words.filters[name]} {waiting?.[name] ?? ""}
        </button>
      ))}
    </div>
  );
}

const filters = ["all", "new", "edit", "known", "reported"] as const;

/** Returns the text for an empty desk: nobody waits, nobody of this kind waits, or colleagues have all of them open. */
function emptyOf({ rows, filter, setFilter }: Waiting) {
  if (rows.length > 0) return allOpen;
  if (filter === "all") return noneWaiting;
  const action = (
    <Button variant="quiet" onClick={() => setFilter("all")}>
      {words.showAll}
    </Button>
  );
  return { title: words.noneTitle, text: words.noneText(words.filters[filter]), action };
}

const noneWaiting = { title: words.emptyTitle, text: words.emptyText };
const allOpen = { title: words.allOpenTitle, text: words.allOpenText };

/** Prefetches the next profile's photos. `urls`: separated by spaces. */
function usePrefetched(urls = "") {
  useEffect(() => {
    for (const url of urls.split(" ").filter(Boolean)) new Image().src = url;
  }, [urls]);
}
