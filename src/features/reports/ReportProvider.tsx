import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ReportContext, type Reported } from "../../lib/useReport";
import { useOutbox } from "../swipes/SwipeOutbox";

const ReportDialog = lazy(async () => ({ default: (await import("./ReportDialog")).ReportDialog }));

/** Provides the report form to all screens below: see `useReport`. Its script loads when the form is first opened. */
export function ReportProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { held } = useOutbox();
  const [open, setOpen] = useState<{ about: Reported; onParted: () => void }>();
  const close = () => setOpen(undefined);
  // The back button closes the form with its screen.
  useEffect(() => () => setOpen(undefined), [pathname]);

  return (
    <ReportContext.Provider value={(about, onParted = () => undefined) => setOpen({ about, onParted })}>
      {children}
      <Suspense>
        {open !== undefined && (
          <ReportDialog
            about={open.about}
            onClose={close}
            onParted={() => {
              // On a slow network, another form may already be open.
              setOpen((now) => (now === open ? undefined : now));
              held.remove(open.about._id);
              open.onParted();
            }}
          />
        )}
      </Suspense>
    </ReportContext.Provider>
  );
}
