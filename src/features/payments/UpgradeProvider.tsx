import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { lazyScript, usePrefetch } from "../../lib/lazyPart";
import { UpgradeContext } from "../../lib/useUpgrade";

const { Part: UpgradeModal, fetch: fetchModal } = lazyScript(async () => (await import("./UpgradeModal")).UpgradeModal);
/** Milliseconds before the prefetch. With the script, the dialog also opens offline. */
const PREFETCH_DELAY = 2000;

/** Provides the upgrade dialog to the member screens: see `useUpgrade`. */
export function UpgradeProvider() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  usePrefetch(fetchModal, PREFETCH_DELAY);
  // The back button closes the dialog with its screen.
  useEffect(() => () => setOpen(false), [pathname]);

  return (
    <UpgradeContext.Provider value={{ open: () => setOpen(true) }}>
      <Outlet />
      {isOpen && <UpgradeModal onClose={() => setOpen(false)} />}
    </UpgradeContext.Provider>
  );
}
