import type { Id } from "../../../convex/_generated/dataModel";
import { classes } from "../../components/classes";
import { useUnsent } from "./ChatOutbox";
import { listTime, useToday } from "./days";
import type { Thread } from "./useConversations";
import { badge, words } from "./words";

type Props = { matchId: Id<"matches">; thread: Thread | undefined; isNew?: boolean };

/** The last message of a thread, sent or queued, or an invitation to write, with the unread count. `isNew`: the match is new. */
export function LastLine({ matchId, thread, isNew = false }: Props) {
  const unsent = useUnsent().filter(({ lane }) => lane === matchId);
  const isRefused = unsent.some(({ failure }) => failure !== undefined);
  const waiting = unsent.at(-1)?.entry;
  const unread = thread?.unread ?? 0;

  return (
    <span className="flex min-w-0 items-center gap-2 text-note">
      <span dir="auto" className={classes("min-w-0 flex-1 truncate text-left", lineClasses(isRefused, thread))}>
        {isRefused ? words.notSent : waiting ? words.waits(waiting.text) : textOf(thread)}
      </span>
      {unread > 0 ? (
        <span className={classes(badgeClasses, "grid min-w-5.5 place-items-center")}>
          <span aria-hidden>{badge(unread)}</span>
          <span className="sr-only">{words.unread(unread)}</span>
        </span>
      ) : (
        isNew && <span className={badgeClasses}>{words.isNew}</span>
      )}
    </span>
  );
}

function textOf(thread: Thread | undefined): string {
  if (thread === undefined) return words.sayHello;
  const { mine, text, held } = thread.last;
  if (held) return words.heldLine;
  return mine ? words.mine(text) : text;
}

function lineClasses(isRefused: boolean, thread: Thread | undefined): string {
  if (isRefused) return "font-semibold text-bad";
  if (thread === undefined) return "font-semibold text-teal";
  return thread.unread > 0 ? "font-semibold text-ink" : "text-soft";
}

const badgeClasses = "shrink-0 rounded-full px-1.5 py-0.5 font-bold tabular-nums hot";

export function LastTime({ at }: { at: number }) {
  const today = useToday();
  return (
    <span className="ml-auto shrink-0 pl-1 text-note font-normal text-soft tabular-nums">{listTime(at, today)}</span>
  );
}
