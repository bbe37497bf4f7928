import { useState } from "react";
import { Link } from "react-router-dom";
import { ProductBadges } from "../../components/Badge";
import { ButtonLink } from "../../components/Button";
import { classes } from "../../components/classes";
import { NameAndAge } from "../../components/NameAndAge";
import { Photo } from "../../components/Photo";
import { LastLine, LastTime } from "../chat/LastLine";
import type { Thread } from "../chat/useConversations";
import { fromList } from "../chat/useLeaveThread";
import { MatchCard } from "./MatchCard";
import type { Match } from "./useMatches";
import { words } from "./words";

type Props = {
  match: Match;
  thread: Thread | undefined;
  isNew: boolean;
  /** Called when the thread or the card is opened. */
  onOpen: () => void;
};

/** One match. The photo opens the full card, the rest of the row opens the thread. */
export function MatchRow({ match, thread, isNew, onOpen }: Props) {
  const [isCardOpen, setCardOpen] = useState(false);
  const { matchId, user, createdAt } = match;
  const link = { to: `/matches/${matchId}`, state: fromList, onClick: onOpen };
  const openCard = () => {
    onOpen();
    setCardOpen(true);
  };

  return (
    <li className="flex items-center gap-1 border-b border-line">
      <div
        className={classes("relative size-[min(3.75rem,18vw)] shrink-0 rounded-full", user.isPremium && "gold p-0.75")}
      >
        <div className="size-full overflow-hidden rounded-full">
          <Photo photo={user.photos[0]} use="row" name={user.name} loading="lazy" />
        </div>
        <button
          type="button"
          aria-label={words.seeCard(user.name)}
          aria-haspopup="dialog"
          onClick={openCard}
          className="absolute inset-0 rounded-full"
        />
      </div>
      <Link {...link} className={row}>
        <span className="sr-only">{words.chatWith}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <h2 dir="auto" className="line-clamp-3 min-w-0 text-left text-body/5 wrap-anywhere">
            <NameAndAge {...user} tickClassName="ml-1.5" />
          </h2>
          <ProductBadges {...user} />
          <LastTime at={thread?.last.at ?? createdAt} />
        </span>
        <LastLine matchId={matchId} thread={thread} isNew={isNew} />
        <span className="text-note wrap-anywhere text-soft">@{user.instagramHandle}</span>
      </Link>
      <MatchCard
        match={match}
        open={isCardOpen}
        onClose={() => setCardOpen(false)}
        action={<ButtonLink {...link}>{words.sendMessage}</ButtonLink>}
      />
    </li>
  );
}

const row =
  "flex min-h-20 min-w-0 flex-1 flex-col justify-center rounded-sm py-2 pl-2 hover:bg-raised -outline-offset-3";
