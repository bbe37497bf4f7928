import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ReportContext, type Reported } from "../../lib/useReport";

const ReportDialog = lazy(async () => ({ default: (await import("./ReportDialog")).ReportDialog }));

/** The one report form for all that is below. Its script is fetched when somebody first opens it. */
export function ReportProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState<{ about: Reported; onReported: () => void }>();
  const close = () => setOpen(undefined);
  // Whoever leaves the screen by the back button leaves what lies over it, too.
  useEffect(() => () => setOpen(undefined), [pathname]);

  return (
    <ReportContext.Provider value={(about, onReported = () => undefined) => setOpen({ about, onReported })}>
      {children}
      <Suspense>
        {open !== undefined && (
          <ReportDialog
            about={open.about}
            onClose={close}
            onReported={() => {
              // On a slow line somebody may be at the next report by now.
              setOpen((now) => (now === open ? undefined : now));
              open.onReported();
            }}
          />
        )}
      </Suspense>
    </ReportContext.Provider>
  );
}
