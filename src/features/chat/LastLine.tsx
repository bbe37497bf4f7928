import type { Id } from "../../../convex/_generated/dataModel";
import { classes } from "../../components/classes";
import { useUnsent } from "./ChatOutbox";
import { when } from "./days";
import type { Thread } from "./useConversations";
import { useToday } from "./useToday";
import { badge, words } from "./words";

/** The last line of a thread, when it came, and how many messages are unread; an invitation where there is none. */
export function LastLine({ matchId, thread }: { matchId: Id<"matches">; thread: Thread | undefined }) {
  const today = useToday();
  const isRefused = useUnsent().some(({ lane, failure }) => lane === matchId && failure !== undefined);
  const unread = thread?.unread ?? 0;

  return (
    <span className="flex min-w-0 items-center gap-2 text-note">
      <span dir="auto" className={classes("min-w-0 flex-1 truncate", look(isRefused, thread))}>
        {isRefused ? words.notSent : textOf(thread)}
      </span>
      {thread !== undefined && <span className="shrink-0 text-soft tabular-nums">{when(thread.last.at, today)}</span>}
      {unread > 0 && (
        <span className="grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-full px-1.5 font-bold tabular-nums hot">
          <span aria-hidden>{badge(unread)}</span>
          <span className="sr-only">{words.unread(unread)}</span>
        </span>
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

function look(isRefused: boolean, thread: Thread | undefined): string {
  if (isRefused) return "font-semibold text-bad";
  if (thread === undefined) return "font-semibold text-teal";
  return thread.unread > 0 ? "font-semibold text-ink" : "text-soft";
}
