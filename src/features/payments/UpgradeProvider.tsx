import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { lazyDialog } from "../../components/lazyDialog";
import { usePrefetch } from "../../lib/lazyPart";
import { UpgradeContext } from "../../lib/useUpgrade";

const { Part: UpgradeModal, fetch: fetchModal } = lazyDialog(async () => (await import("./UpgradeModal")).UpgradeModal);

/** Provides the upgrade dialog to the member screens: see `useUpgrade`. */
export function UpgradeProvider() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  usePrefetch(fetchModal);
  // The back button closes the dialog with its screen.
  useEffect(() => () => setOpen(false), [pathname]);

  return (
    <UpgradeContext.Provider value={{ open: () => setOpen(true) }}>
      <Outlet />
      {isOpen && <UpgradeModal onClose={() => setOpen(false)} />}
    </UpgradeContext.Provider>
  );
}
