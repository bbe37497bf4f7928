import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { lazyDialog } from "../../components/lazyDialog";
import { usePrefetch } from "../../lib/lazyPart";
import { ReportContext, type Reported } from "../../lib/useReport";
import { useOutbox } from "../swipes/SwipeOutbox";

const { Part: ReportDialog, fetch: fetchDialog } = lazyDialog(
  async () => (await import("./ReportDialog")).ReportDialog,
);

/** Provides the report form to all screens below: see `useReport`. */
export function ReportProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { lastDeal } = useOutbox();
  const [open, setOpen] = useState<{ reported: Reported; onParted: () => void }>();
  const close = () => setOpen(undefined);
  usePrefetch(fetchDialog);
  // The back button closes the form with its screen.
  useEffect(() => () => setOpen(undefined), [pathname]);

  return (
    <ReportContext.Provider value={(reported, onParted = () => undefined) => setOpen({ reported, onParted })}>
      {children}
      {open !== undefined && (
        <ReportDialog
          reported={open.reported}
          onClose={close}
          onParted={() => {
            // On a slow network, another form may already be open.
            setOpen((current) => (current === open ? undefined : current));
            lastDeal.remove(open.reported._id);
            open.onParted();
          }}
        />
      )}
    </ReportContext.Provider>
  );
}
