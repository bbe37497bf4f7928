import { createContext, useContext } from "react";
import type { Id } from "../../convex/_generated/dataModel";

/** Whom a report is about. */
export type Reported = { _id: Id<"users">; name: string };

/** Opens the report form about somebody; `onReported` follows when it was taken. */
export type Report = (about: Reported, onReported?: () => void) => void;

export const ReportContext = createContext<Report | null>(null);

/** For whoever shows a person: the way to the report form. */
export function useReport(): Report {
  const report = useContext(ReportContext);
  if (report === null) throw new Error("useReport needs a ReportProvider above");
  return report;
}
