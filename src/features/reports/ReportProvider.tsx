import { lazy, Suspense, useState, type ReactNode } from "react";
import { ReportContext, type Reported } from "../../lib/reporting";

const ReportDialog = lazy(async () => ({ default: (await import("./ReportDialog")).ReportDialog }));

/** The one report form for all that is below. Its script is fetched when somebody first opens it. */
export function ReportProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ about: Reported; onReported: () => void }>();
  const close = () => setOpen(undefined);

  return (
    <ReportContext.Provider value={(about, onReported = () => undefined) => setOpen({ about, onReported })}>
      {children}
      <Suspense>
        {open !== undefined && (
          <ReportDialog
            about={open.about}
            onClose={close}
            onReported={() => {
              close();
              open.onReported();
            }}
          />
        )}
      </Suspense>
    </ReportContext.Provider>
  );
}
