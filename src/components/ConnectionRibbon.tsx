import { useIsOffline } from "../lib/connection";
import { words } from "./words";

/** Says that the connection is lost. The screen stays usable and continues when the deployment answers again. */
export function ConnectionRibbon() {
  const isOffline = useIsOffline();

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 overflow-hidden md:top-auto md:bottom-0"
    >
      {isOffline && (
        <p className="mx-auto w-fit animate-arrive rounded-b-md bg-ink px-5 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-note font-semibold text-ground shadow-lift md:rounded-t-md md:rounded-b-none">
          {words.offline}
        </p>
      )}
    </div>
  );
}
