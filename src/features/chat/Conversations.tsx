import { Link } from "react-router-dom";
import { classes } from "../../components/classes";
import { Photo } from "../../components/Photo";
import type { Match } from "../matches/useMatches";
import { LastLine, LastTime } from "./LastLine";
import { newestFirst, useThreads } from "./useConversations";
import { words } from "./words";

/** All matches in a column beside the open thread, newest first. */
export function Conversations({ matches, current }: { matches: readonly Match[] | undefined; current: string }) {
  const threads = useThreads();
  return (
    <nav aria-label={words.conversations} className={column}>
      <ul>
        {newestFirst(matches ?? [], threads).map(({ matchId, user, createdAt }) => (
          <li key={matchId}>
            <Link to={`/matches/${matchId}`} aria-current={matchId === current ? "page" : undefined} className={row}>
              <span className="size-12 shrink-0 overflow-hidden rounded-full">
                <Photo photo={user.photos[0]} use="row" name={user.name} loading="lazy" />
              </span>
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="flex items-center gap-2">
                  <span dir="auto" className="truncate text-left font-semibold">
                    {user.name}
                  </span>
                  <LastTime at={threads.get(matchId)?.last.at ?? createdAt} />
                </span>
                <LastLine matchId={matchId} thread={threads.get(matchId)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const column = "w-72 shrink-0 overflow-y-auto overscroll-contain border-r border-line lg:w-80";
const row = classes(
  "flex min-h-18 items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-raised",
  "aria-[current=page]:bg-raised aria-[current=page]:shadow-[inset_4px_0_0_var(--color-coral)]",
);
