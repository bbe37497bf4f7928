import { Megaphone, X } from "lucide-react";
import { useState } from "react";
import { isPast, type Festival } from "../../convex/shared/festival";
import { ifAllowed } from "../lib/ifAllowed";
import { useFestival } from "../lib/festival";
import { useFocusAfterRemoval } from "../lib/useFocusAfterRemoval";
import { useMinute } from "../lib/useMinute";
import { words } from "./words";

/** An announcement, until it ends or the reader dismisses it. */
export function Announcement({ announcement }: { announcement: NonNullable<Festival["announcement"]> }) {
  const { timeZone } = useFestival();
  const now = useMinute();
  const [dismissedAt, setDismissedAt] = useState(readDismissedAt);
  const focus = useFocusAfterRemoval();
  const isShown = announcement.at > dismissedAt && !isPast({ timeZone }, announcement.until, now);

  if (!isShown) return null;
  return (
    <div
      {...focus}
      ref={reserveSpace}
      className="flex animate-arrive items-start gap-3 rounded-md bg-ink py-1 pr-1 pl-4 text-ground shadow-lift"
    >
      <Megaphone aria-hidden className="mt-3 size-5 shrink-0" />
      <p dir="auto" className="max-h-[40dvh] min-w-0 flex-1 overflow-y-auto py-2.5 break-words whitespace-pre-line">
        <bdi className="sr-only">{words.announcement} </bdi>
        {announcement.text}
      </p>
      <button
        type="button"
        aria-label={words.putAway}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-ground/15"
        onClick={() => {
          ifAllowed(() => window.localStorage.setItem(KEY, String(announcement.at)));
          setDismissedAt(announcement.at);
        }}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** Sets `--ribbon`, below which the screens start, so that their headings and controls stay visible. */
function reserveSpace(ribbon: HTMLElement | null) {
  if (ribbon === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--ribbon", `calc(0.5rem + ${ribbon.offsetHeight}px)`));
  observer.observe(ribbon);
  return () => {
    observer.disconnect();
    style.removeProperty("--ribbon");
  };
}

/** When the dismissed announcement was made. */
const KEY = "announcementSeen";

function readDismissedAt(): number {
  return Number(ifAllowed(() => window.localStorage.getItem(KEY))) || 0;
}
