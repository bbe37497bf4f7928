/** Closing a festival: when, how far it is, and the proof. What becomes of each table: `model/closing/erasures.ts`. */
import { defineTable } from "convex/server";
import { canary, erasureRun, storedClosing } from "../validators/closing";

export const closingTables = {
  /** The closing of the festival with this last day; the newest row counts. Earlier ones are of festivals that were erased. See `shared/closing.ts`. */
  closings: defineTable(storedClosing).index("by_stoppedAt", ["stoppedAt"]),

  /** How far an erasing is: apart from its closing, which the guards read, because each batch writes it. */
  erasureRuns: defineTable(erasureRun).index("by_closing", ["closing"]),

  /** Something of a member, picked before the erasing, that is searched for after it. Only its keyed hash is stored. */
  closingCanaries: defineTable(canary).index("by_closing", ["closing"]),
};
