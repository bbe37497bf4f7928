/** Closing a festival: its days, its progress, and the proof. `model/closing/erasures.ts` says what happens to each table. */
import { defineTable } from "convex/server";
import { canary, erasureRun, storedClosing } from "../validators/closing";

export const closingTables = {
  /**
   * The closing of the festival with this last day. The newest row counts; earlier ones belong to erased festivals. See
   * `shared/closing.ts`.
   */
  closings: defineTable(storedClosing).index("by_stoppedAt", ["stoppedAt"]),

  /** The progress of an erasing. Separate from its closing, which the guards read, because each batch writes this row. */
  erasureRuns: defineTable(erasureRun).index("by_closing", ["closing"]),

  /** A value of a member, picked before the erasing and searched for after it. Only its keyed hash is stored. */
  closingCanaries: defineTable(canary).index("by_closing", ["closing"]),
};
