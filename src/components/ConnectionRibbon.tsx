import { useIsOffline } from "../lib/connection";

/** A ribbon, not a wall: the screen stays and carries on by itself when the deployment answers again. */
export function ConnectionRibbon() {
  const isOffline = useIsOffline();

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center px-4 pt-2">
      {isOffline && <p className="ribbon">No connection. Trying again…</p>}
    </div>
  );
}
