/** How far the closing of the festival is. */
import type { GenericDatabaseReader } from "convex/server";
import type { DataModel, Doc, Id } from "../../_generated/dataModel";
import { fail } from "../../shared/errors";

type Ctx = { db: GenericDatabaseReader<DataModel> };

/** Whether the app is closed. It reads nothing that changes before that moment, so it runs nobody's deck again. */
export async function isClosed({ db }: Ctx): Promise<boolean> {
  const stopped = db.query("closings").withIndex("by_stoppedAt", (q) => q.gt("stoppedAt", 0));
  return (await stopped.first()) !== null;
}

/** Refuses what cannot be done any more once the app is closed. */
export async function failIfClosed(ctx: Ctx): Promise<void> {
  if (await isClosed(ctx))
    fail("CLOSED", "The app is closed. You can still download your data or delete your account.");
}

/** How far the erasing of a closing is; null: it has not begun. */
export async function runOf({ db }: Ctx, closing: Id<"closings">): Promise<Doc<"erasureRuns"> | null> {
  return await db
    .query("erasureRuns")
    .withIndex("by_closing", (q) => q.eq("closing", closing))
    .unique();
}
