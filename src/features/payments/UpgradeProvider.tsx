import { lazy, Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { UpgradeContext } from "../../lib/useUpgrade";

const fetchModal = async () => ({ default: (await import("./UpgradeModal")).UpgradeModal });
const UpgradeModal = lazy(fetchModal);
/** So long the screen itself has the network. */
const AHEAD_AFTER = 2000;

/** The one place where upgrades are offered over whatever screen is below. */
export function UpgradeProvider() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useFetchedAhead();
  // Whoever leaves the screen by the back button leaves what lies over it, too.
  useEffect(() => () => setOpen(false), [pathname]);

  return (
    <UpgradeContext.Provider value={{ open: () => setOpen(true) }}>
      <Outlet />
      <Suspense>{isOpen && <UpgradeModal onClose={() => setOpen(false)} />}</Suspense>
    </UpgradeContext.Provider>
  );
}

/** Whoever runs out of swipes in a crowd without signal still sees what can be done. */
function useFetchedAhead() {
  useEffect(() => {
    const timer = window.setTimeout(() => void fetchModal().catch(() => undefined), AHEAD_AFTER);
    return () => window.clearTimeout(timer);
  }, []);
}
