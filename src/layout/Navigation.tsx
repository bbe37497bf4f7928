import { Flame, HeartHandshake, type LucideIcon, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useMatch } from "react-router-dom";
import { limits } from "../../convex/shared/limits";
import { Brand } from "../components/Brand";
import { classes } from "../components/classes";
import { totalNew, pathToNew, type NewCounts, useNewCounts } from "../lib/useNewCounts";
import { words } from "./words";

/** The three tabs, at the bottom of a phone or the top of a wide screen. Hidden while a thread fills a phone's screen. */
export function Navigation() {
  const counts = useNewCounts();
  const isThread = useMatch("/matches/:matchId") !== null;
  return (
    <header className={classes(bar, isThread && "max-md:hidden lying:hidden")}>
      <div className="mx-auto flex w-full max-w-5xl items-center justify-between md:h-16 md:px-6">
        <Link to="/" aria-label={words.home} className="hidden rounded-sm md:block">
          <Brand />
        </Link>
        <nav aria-label={words.navigation} className="flex-1 md:flex-none">
          <ul className="flex md:gap-2">
            <Tab to="/swipe" icon={Flame} label={words.swipe} />
            <Tab to="/matches" opens={pathToNew(counts)} icon={HeartHandshake} label={words.matches}>
              {counts && <NewBadge counts={counts} />}
            </Tab>
            <Tab to="/profile" also="/edit-profile" icon={UserRound} label={words.profile} />
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** `opens`: the link, if it differs from `to`. `also`: another path that belongs to the tab. */
type TabProps = { to: string; opens?: string; also?: string; icon: LucideIcon; label: string; children?: ReactNode };

function Tab({ to, opens = to, also, icon: Icon, label, children }: TabProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, also].some((address) => address !== undefined && `${pathname}/`.startsWith(`${address}/`));
  return (
    <li className="flex-1">
      <Link to={opens} aria-current={isCurrent ? "page" : undefined} className={tab}>
        <span aria-hidden data-current={isCurrent || undefined} className={wristband} />
        <Icon aria-hidden className="size-5.5" strokeWidth={isCurrent ? 2.6 : 2} />
        {label}
        {children}
      </Link>
    </li>
  );
}

/** The number of news. Screen readers also get the kinds. */
function NewBadge({ counts }: { counts: NewCounts }) {
  const count = totalNew(counts);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden className={badge}>
        {count > limits.badgeMax ? `${limits.badgeMax}+` : count}
      </span>
      <span className="sr-only">{words.newCounts(counts)}</span>
    </>
  );
}

const bar =
  "fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] " +
  "md:top-0 md:bottom-auto md:border-t-0 md:border-b md:pb-0";

const tab =
  "relative flex h-16 flex-col items-center justify-center gap-0.5 pt-1.5 text-note font-semibold text-soft -outline-offset-3 hover:text-ink " +
  "aria-[current=page]:text-ink md:flex-row md:gap-2 md:px-5 md:pt-0 md:text-body";

const badge =
  "absolute top-1.5 left-[calc(50%+0.375rem)] grid h-4.5 min-w-4.5 place-items-center rounded-full bg-hot px-1 font-text text-[0.6875rem]/none font-bold text-ground tabular-nums " +
  "md:static md:h-5 md:min-w-5";

const wristband =
  "absolute inset-x-[18%] top-0 h-2 origin-top scale-y-0 rounded-b-sm band transition-transform data-current:scale-y-100 " +
  "md:inset-x-2 md:top-auto md:bottom-0 md:origin-bottom md:rounded-t-sm md:rounded-b-none";
