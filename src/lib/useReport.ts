import { createContext, useContext } from "react";
import type { Id } from "../../convex/_generated/dataModel";

/** The person that a report or a block is about. */
export type Reported = {
  _id: Id<"users">;
  name: string;
  /** The reported message. Moderators see it with the messages around it. */
  message?: { matchId: Id<"matches">; position: number; text: string };
};

/** Opens the form to report or block a person. `onParted` runs when either is accepted. */
export type OpenReport = (about: Reported, onParted?: () => void) => void;

export const ReportContext = createContext<OpenReport | null>(null);

export function useReport(): OpenReport {
  const report = useContext(ReportContext);
  if (report === null) throw new Error("useReport needs a ReportProvider above");
  return report;
}
