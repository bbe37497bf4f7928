import { Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { lazyScript } from "../../lib/lazyPart";
import { UpgradeContext } from "../../lib/useUpgrade";

const { Part: UpgradeModal, fetch: fetchModal } = lazyScript(async () => (await import("./UpgradeModal")).UpgradeModal);
/** How long the screen itself has the network. */
const PREFETCH_DELAY = 2000;

/** Offers the upgrades in a dialog over the member's screens: see `useUpgrade`. */
export function UpgradeProvider() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  usePrefetchedModal();
  // The back button closes the dialog together with its screen.
  useEffect(() => () => setOpen(false), [pathname]);

  return (
    <UpgradeContext.Provider value={{ open: () => setOpen(true) }}>
      <Outlet />
      <Suspense>{isOpen && <UpgradeModal onClose={() => setOpen(false)} />}</Suspense>
    </UpgradeContext.Provider>
  );
}

/** Fetches the dialog's script early, so that it opens without a signal too. */
function usePrefetchedModal() {
  useEffect(() => {
    const timer = window.setTimeout(() => void fetchModal().catch(() => undefined), PREFETCH_DELAY);
    return () => window.clearTimeout(timer);
  }, []);
}
