import { lazy, Suspense } from "react";
import { useFestival } from "../lib/festival";
import { ErrorBoundary } from "./ErrorBoundary";

const Announcement = lazy(async () => ({ default: (await import("./Announcement")).Announcement }));

/** The organisers' announcement, over every screen. Its script loads only if there is one. */
export function AnnouncementRibbon() {
  const { announcement } = useFestival();
  return (
    <div role="status" className={place}>
      {announcement !== null && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <Announcement announcement={announcement} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

const place =
  "fixed inset-x-2 top-[calc(0.5rem+env(safe-area-inset-top))] z-40 mx-auto max-w-lg md:inset-x-auto md:top-20 md:right-4 md:w-96";
