import { useFestival } from "../lib/festival";
import { lazyScript } from "../lib/lazyPart";
import { ErrorBoundary } from "./ErrorBoundary";

const { Part: Announcement } = lazyScript(async () => (await import("./Announcement")).Announcement);

/** The organisers' announcement, over every screen. Its script loads only if there is one. */
export function AnnouncementRibbon() {
  const { announcement } = useFestival();
  return (
    <div role="status" className={place}>
      {announcement !== null && (
        <ErrorBoundary fallback={() => null}>
          <Announcement announcement={announcement} />
        </ErrorBoundary>
      )}
    </div>
  );
}

const place =
  "fixed inset-x-2 top-[calc(0.5rem+env(safe-area-inset-top))] z-40 mx-auto max-w-lg md:inset-x-auto md:top-18 md:right-4 md:w-96";
