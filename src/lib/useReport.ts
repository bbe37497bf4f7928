import type { Id } from "../../convex/_generated/dataModel";
import { neededContext } from "./neededContext";

/** The person that a report or a block is about. */
export type Reported = {
  _id: Id<"users">;
  name: string;
  /** True for a match. Moderators see none of their messages, unless `message` names one. */
  isMatch?: true;
  /** The reported message. Moderators see it with the messages around it. */
  message?: { matchId: Id<"matches">; position: number; text: string };
};

/** Opens the form to report or block a person. `onParted` runs when either is accepted. */
export type OpenReport = (about: Reported, onParted?: () => void) => void;

export const [ReportContext, useReport] = neededContext<OpenReport>("ReportProvider");
