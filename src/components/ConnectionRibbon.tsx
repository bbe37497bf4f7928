import type { ReactNode } from "react";
import { OfflineContext, useOfflineSince } from "../lib/connection";
import { useOldestShown } from "../lib/shownAges";
import { useMinute } from "../lib/useMinute";
import { words } from "./words";

/** Says that the deployment is unreachable, and how old the shown data is. The screen stays usable. */
export function ConnectionRibbon({ children }: { children: ReactNode }) {
  const since = useOfflineSince();

  return (
    <OfflineContext value={since}>
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 top-0 z-50 overflow-hidden md:top-auto md:right-auto md:bottom-0 md:left-6"
      >
        {since !== null && (
          <p
            data-offline
            className="mx-auto w-fit animate-arrive rounded-b-md bg-ink px-5 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-note font-semibold text-ground shadow-lift md:rounded-t-md md:rounded-b-none"
          >
            <Offline />
          </p>
        )}
      </div>
      {children}
    </OfflineContext>
  );
}

/** Announces the age to screen readers once, not on each update. */
function Offline() {
  const oldest = useOldestShown();
  const now = useMinute();
  if (oldest === null) return words.offline;
  return (
    <>
      {words.isOffline} <span aria-live="off">{words.updated(ageOf(oldest, now))}</span>
    </>
  );
}

/** "5 minutes ago" */
function ageOf(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  const format = (value: number, unit: "minute" | "hour" | "day") =>
    new Intl.RelativeTimeFormat("en").format(-Math.floor(value), unit);
  if (minutes < 1) return words.aMomentAgo;
  if (minutes < 60) return format(minutes, "minute");
  return minutes < 1440 ? format(minutes / 60, "hour") : format(minutes / 1440, "day");
}
