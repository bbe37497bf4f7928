import { useRef, useState } from "react";
import { ChevronLeft, EllipsisVertical } from "lucide-react";
import { Link } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { newKey } from "../../lib/outbox";
import { useMe } from "../../session/useAttendee";
import { Handle } from "../../components/Handle";
import { NameAndAge } from "../../components/NameAndAge";
import { Photo } from "../../components/Photo";
import { Title } from "../../components/Title";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { words as common } from "../../components/words";
import { useIsOffline } from "../../lib/connection";
import type { Match } from "../matches/useMatches";
import { MatchCard } from "../matches/MatchCard";
import { useChatOutbox, useUnsentOf, type useUnsent } from "./ChatOutbox";
import { Composer } from "./Composer";
import { MessageLog } from "./MessageLog";
import { useDraft } from "./useDraft";
import type { usePages } from "./usePages";
import { words } from "./words";
import { useLeaveLink, useLeaveThread } from "./useLeaveThread";
import { UnsentBubble } from "./UnsentBubble";

type Props = { matchId: Id<"matches">; match: Match | undefined; pages: ReturnType<typeof usePages> };

/** A thread: the person, the messages and the box. While the rest loads, unsent messages are shown, and new ones can be written. */
export function Thread({ matchId, match, pages }: Props) {
  const { page, messages } = pages;
  const { _id } = useMe();
  const [text, setText] = useDraft(_id, matchId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [sentCount, setSentCount] = useState(0);
  const outbox = useChatOutbox();
  const unsent = useUnsentOf(matchId, messages);

  const send = (message: string) => {
    outbox.add({ matchId, key: newKey(), text: message, at: Date.now() });
    setText("");
    setSentCount(sentCount + 1);
  };
  const pickOpener = (opener: string) => {
    setText(opener);
    box.current?.focus();
  };
  const label = match === undefined ? words.placeholder : words.box(match.user.name);
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      {match === undefined ? <MissingHeader /> : <ThreadHeader match={match} />}
      {match === undefined || page === undefined ? (
        <MissingLog unsent={unsent} />
      ) : (
        <MessageLog match={match} pages={pages} unsent={unsent} sentCount={sentCount} onOpener={pickOpener} />
      )}
      <Composer box={box} matchId={matchId} label={label} text={text} onText={setText} onSend={send} />
    </section>
  );
}

/** The other person. Photo and name open their card. The handle links to Instagram and can be copied. */
function ThreadHeader({ match }: { match: Match }) {
  const [isOpen, setOpen] = useState(false);
  const leave = useLeaveThread();
  const leaveLink = useLeaveLink();
  const { user } = match;
  const open = () => setOpen(true);
  return (
    <header className="@container flex shrink-0 items-center gap-2 border-b border-line bg-ground px-1 pt-[calc(env(safe-area-inset-top)+var(--ribbon))] md:px-3 md:pt-(--ribbon)">
      <Title>{words.title(user.name)}</Title>
      <Link {...leaveLink} aria-label={words.back} className={round}>
        <ChevronLeft aria-hidden className="size-7" />
      </Link>
      <div className="relative flex min-w-0 flex-1 items-center gap-2">
        <div className="size-12 shrink-0 overflow-hidden rounded-full lying:hidden @max-[19rem]:hidden">
          <Photo photo={user.photos[0]} use="row" name={user.name} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start py-1.5 lying:flex-row lying:items-center lying:gap-3">
          <h1 dir="auto" className="max-w-full min-w-0 text-body/5">
            {/* This button covers the photo and the name. */}
            <button type="button" aria-haspopup="dialog" onClick={open} className={nameClasses}>
              <NameAndAge {...user} tickClassName="ml-1" />
            </button>
          </h1>
          <Handle plain handle={user.instagramHandle} className="relative -mt-1.5 -mb-1 text-note lying:my-0" />
        </div>
      </div>
      <button type="button" aria-label={words.more(user.name)} onClick={open} className={round}>
        <EllipsisVertical aria-hidden className="size-6" />
      </button>
      <MatchCard match={match} open={isOpen} onClose={() => setOpen(false)} onEnd={leave} />
    </header>
  );
}

const round = "grid size-11 shrink-0 place-items-center rounded-full text-soft hover:text-ink";
const nameClasses =
  "line-clamp-2 text-left wrap-anywhere hover:underline after:absolute after:inset-0 after:rounded-sm lying:line-clamp-1 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-teal";

function MissingHeader() {
  const leaveLink = useLeaveLink();
  return (
    <div className="flex h-18 shrink-0 items-center gap-3 border-b border-line px-1 md:px-3">
      <Link {...leaveLink} aria-label={words.back} className="grid size-11 place-items-center text-soft hover:text-ink">
        <ChevronLeft aria-hidden className="size-7" />
      </Link>
      <SkeletonBlock className="size-12 rounded-full" />
      <SkeletonBlock className="h-5 w-40" />
    </div>
  );
}

function MissingLog({ unsent }: { unsent: ReturnType<typeof useUnsent> }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
      <div className="flex shrink-0 flex-col gap-1 px-3 py-3 md:px-5">
        <Missing />
        {unsent.map((message, index) => (
          <UnsentBubble key={message.key} unsent={message} isLast={index === unsent.length - 1} />
        ))}
      </div>
    </div>
  );
}

function Missing() {
  if (useIsOffline()) {
    return (
      <div className="flex flex-col items-center gap-1 px-4 py-8 text-center">
        <h2 className="text-lead">{common.offlineTitle}</h2>
        <p className="text-soft">{words.notHere}</p>
      </div>
    );
  }
  return (
    <div role="status" aria-label={common.loading} className="flex flex-col gap-3 py-3">
      <SkeletonBlock className="h-11 w-3/5" />
      <SkeletonBlock className="ml-auto h-11 w-2/5" />
      <SkeletonBlock className="h-17 w-2/3" />
    </div>
  );
}
