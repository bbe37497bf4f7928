import { Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { lazyScript } from "../../lib/lazyPart";
import { UpgradeContext } from "../../lib/useUpgrade";

const { Part: UpgradeModal, fetch: fetchModal } = lazyScript(async () => (await import("./UpgradeModal")).UpgradeModal);
/** Milliseconds before the prefetch, so the screen's own requests go first. */
const PREFETCH_DELAY = 2000;

/** Provides the upgrade dialog to the member screens: see `useUpgrade`. */
export function UpgradeProvider() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  usePrefetchedModal();
  // The back button closes the dialog with its screen.
  useEffect(() => () => setOpen(false), [pathname]);

  return (
    <UpgradeContext.Provider value={{ open: () => setOpen(true) }}>
      <Outlet />
      <Suspense>{isOpen && <UpgradeModal onClose={() => setOpen(false)} />}</Suspense>
    </UpgradeContext.Provider>
  );
}

/** Prefetches the dialog's script, so that it also opens offline. */
function usePrefetchedModal() {
  useEffect(() => {
    const timer = window.setTimeout(() => void fetchModal().catch(() => undefined), PREFETCH_DELAY);
    return () => window.clearTimeout(timer);
  }, []);
}
