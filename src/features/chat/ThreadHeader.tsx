import { ChevronLeft, EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Handle } from "../../components/Handle";
import { NameAndAge } from "../../components/NameAndAge";
import { Photo } from "../../components/Photo";
import { Title } from "../../components/Title";
import { MatchCard } from "../matches/MatchCard";
import type { Match } from "../matches/useMatches";
import { useLeaveThread } from "./useLeaveThread";
import { words } from "./words";

/** The other person: photo and name, which open their card, the handle to tap or copy, and the way back. */
export function ThreadHeader({ match }: { match: Match }) {
  const [isOpen, setOpen] = useState(false);
  const leave = useLeaveThread();
  const { user } = match;
  const open = () => setOpen(true);
  return (
    <header className="@container flex shrink-0 items-center gap-2 border-b border-line bg-ground px-1 pt-[calc(env(safe-area-inset-top)+var(--room))] md:px-3 md:pt-0">
      <Title>{words.title(user.name)}</Title>
      <Link to="/matches" aria-label={words.back} className={round}>
        <ChevronLeft aria-hidden className="size-7" />
      </Link>
      <div className="relative flex min-w-0 flex-1 items-center gap-2">
        <div className="size-12 shrink-0 overflow-hidden rounded-full lying:hidden @max-[19rem]:hidden">
          <Photo src={user.photoURL} photo={user.photos[0]} use="row" name={user.name} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start py-1.5 lying:flex-row lying:items-center lying:gap-3">
          <h1 dir="auto" className="max-w-full min-w-0 text-body/5">
            {/* A tap anywhere on photo and name. */}
            <button type="button" aria-haspopup="dialog" onClick={open} className={name}>
              <NameAndAge {...user} tick="ml-1" />
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
const name =
  "line-clamp-2 text-left hover:underline after:absolute after:inset-0 after:rounded-sm lying:line-clamp-1 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-teal";
