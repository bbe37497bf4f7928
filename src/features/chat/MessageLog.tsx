import { useQuery_experimental as useQueryResult } from "convex/react";
import { ArrowDown } from "lucide-react";
import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import type { Queued } from "../../lib/outbox";
import type { Match } from "../matches/useMatches";
import type { Unsent } from "./ChatOutbox";
import { dayLine, dayOf, useToday } from "./days";
import { MessageBubble } from "./MessageBubble";
import { UnsentBubble } from "./UnsentBubble";
import type { Message, usePages } from "./usePages";
import { useIsTyping, useMarkRead } from "./usePresence";
import { useScroll } from "./useScroll";
import { words } from "./words";

type Props = {
  match: Match;
  pages: ReturnType<typeof usePages>;
  unsent: readonly Queued<Unsent, string | null>[];
  /** Counts the messages sent from this screen. Each one scrolls to the end. */
  sentCount: number;
  onOpener: (text: string) => void;
};

/** The messages, oldest first. Scrolling up loads older ones. */
export function MessageLog({ match, pages, unsent, sentCount, onOpener }: Props) {
  const { matchId, user } = match;
  const { messages, seenUpTo, hasOlder, isLoadingOlder, loadOlder } = pages;
  const last = messages.at(-1)?.position ?? 0;
  const lastTheirs = messages.findLast(({ mine }) => !mine);
  const isTyping = useIsTyping(matchId, lastTheirs?.at ?? 0);
  const first = messages[0]?.position ?? 1;
  const older = { first, canLoad: hasOlder && !isLoadingOlder, load: loadOlder };
  const { box, lines, top, isAtEnd, onScroll, toEnd } = useScroll(older);
  useMarkRead(matchId, { upTo: lastTheirs?.position ?? 0, isInView: isAtEnd });
  useAfterEach(sentCount, toEnd);

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={box} onScroll={onScroll} className={scroller} aria-busy={isLoadingOlder} {...logProps(user.name)}>
        <div ref={lines} className={column}>
          {hasOlder && (
            <div ref={top} className="self-center">
              <Button variant="bare" busy={isLoadingOlder} onClick={loadOlder}>
                {words.older}
              </Button>
            </div>
          )}
          {last === 0 && unsent.length === 0 && <Openers match={match} onOpener={onOpener} />}
          <Days messages={messages}>
            {(message, next) => (
              <MessageBubble
                message={message}
                match={match}
                receipt={receiptOf(message, messages, seenUpTo)}
                showsTime={next === undefined || !shareTime(message, next)}
              />
            )}
          </Days>
          {unsent.map((message, index) => (
            <UnsentBubble key={message.key} unsent={message} isLast={index === unsent.length - 1} />
          ))}
          {isTyping && <p className="pt-1 text-note text-soft">{words.typing(user.name)}</p>}
        </div>
      </div>
      <NewMessages messages={messages} name={user.name} />
      {!isAtEnd && <ToEnd newest={lastTheirs?.position ?? 0} onPress={toEnd} />}
    </div>
  );
}

type DaysProps = {
  messages: readonly Message[];
  children: (message: Message, next: Message | undefined) => ReactNode;
};

function Days({ messages, children }: DaysProps) {
  const today = useToday();
  return messages.map((message, index) => {
    const previous = messages[index - 1];
    const isNewDay = previous === undefined || dayOf(previous.at) !== dayOf(message.at);
    return (
      <Fragment key={message.position}>
        {isNewDay && <p className="self-center py-2 text-note font-semibold text-soft">{dayLine(message.at, today)}</p>}
        {children(message, messages[index + 1])}
      </Fragment>
    );
  });
}

/** Scrolls to the newest message. Shown to a reader who has scrolled up. Says when new messages have arrived since. */
function ToEnd({ newest, onPress }: { newest: number; onPress: () => void }) {
  const [initial] = useState(newest);
  const isNew = newest > initial;
  return (
    <button
      type="button"
      aria-label={isNew ? undefined : words.newest}
      onClick={onPress}
      className="absolute bottom-3 left-1/2 inline-flex min-h-11 min-w-11 -translate-x-1/2 items-center justify-center gap-2 rounded-full border-2 border-line bg-raised px-3 text-note font-bold text-ink shadow-lift"
    >
      <ArrowDown aria-hidden className="size-5 text-teal" />
      {isNew && words.newMessages}
    </button>
  );
}

/** True for two messages of one person in the same minute, which share one visible time. */
function shareTime(message: Message, next: Message): boolean {
  return message.mine === next.mine && Math.floor(message.at / 60_000) === Math.floor(next.at / 60_000);
}

/** Returns the mark under a message of the member: `Seen` under the last one read, `Sent` under the last one. Null for the others. */
function receiptOf({ position, mine }: Message, messages: readonly Message[], seenUpTo: number): string | null {
  if (!mine) return null;
  const lastMine = messages.findLast((message) => message.mine);
  const lastSeen = messages.findLast((message) => message.mine && message.position <= seenUpTo);
  if (position === lastSeen?.position) return words.seen;
  return position === lastMine?.position ? words.sent : null;
}

function useAfterEach(count: number, action: () => void) {
  const handle = useEffectEvent(action);
  useEffect(() => {
    if (count > 0) handle();
  }, [count]);
}

function logProps(name: string) {
  // Focusable, so the keyboard can scroll it.
  return { role: "log", "aria-live": "off", "aria-label": words.log(name), tabIndex: 0 } as const;
}

/** Laid out from the end: see `useScroll`. */
const scroller =
  "absolute inset-0 flex flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] -outline-offset-3";
const column = "flex shrink-0 flex-col gap-1 px-3 py-3 md:px-5";

/** Shown in an empty thread: opening lines based on shared interests. A tap puts one into the box to edit. */
function Openers({ match: { matchId, user }, onOpener }: { match: Match; onOpener: (text: string) => void }) {
  const result = useQueryResult({ query: api.chat.openers, args: { matchId } });
  const openers = result.status === "success" ? result.data : [];
  return (
    <div className="flex flex-col items-center gap-4 px-2 py-4 text-center">
      <p className="max-w-sm text-lead font-medium">{words.empty(user.name)}</p>
      {openers.length > 0 && (
        <ul aria-label={words.openers} className="flex max-w-md flex-col items-stretch gap-2">
          {openers.map((text) => (
            <li key={text}>
              <button type="button" dir="auto" onClick={() => onOpener(text)} className={chip}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const chip =
  "min-h-11 w-full rounded-[1.375rem] border-2 border-line bg-raised px-4 py-2 text-body font-semibold text-ink hover:border-edge";

/**
 * Announces each new message of the other person once. The log itself is not a live region: screen readers would also read buttons, times,
 * the member's messages and older pages.
 */
function NewMessages({ messages, name }: { messages: readonly Message[]; name: string }) {
  const [initial] = useState(messages.at(-1)?.position ?? 0);
  const newMessages = messages.filter(({ mine, position }) => !mine && position > initial);
  return (
    <div aria-live="polite" className="sr-only">
      {newMessages.slice(-MAX_ANNOUNCED).map(({ position, held, text }) => (
        <p key={position}>{held ? words.held(name) : `${words.from(name)} ${text}`}</p>
      ))}
    </div>
  );
}

/** The number of announced messages kept in the page, because several may arrive together. Screen readers would find older ones twice. */
const MAX_ANNOUNCED = 3;
