/** The stages of the festival's closing. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { GenericDatabaseReader } from "convex/server";
import type { DataModel, Doc, Id } from "../../_generated/dataModel";
import { fail } from "../../shared/errors";

type Ctx = { db: GenericDatabaseReader<DataModel> };

/** True once the app is closed. Reads nothing that changes before then, so it causes no deck to be read again. */
export async function isClosed({ db }: Ctx): Promise<boolean> {
  const stopped = db.query("closings").withIndex("by_stoppedAt", (q) => q.gt("stoppedAt", 0));
  return (await stopped.first()) !== null;
}

/** Throws once the app is closed. */
export async function failIfClosed(ctx: Ctx): Promise<void> {
  if (await isClosed(ctx)) failClosed();
}

export function failClosed(): never {
  fail("CLOSED", "The app is closed. You can still download your data or delete your account.");
}

/** Returns the progress of a closing's erasing, or null before it begins. */
export async function runOf({ db }: Ctx, closing: Id<"closings">): Promise<Doc<"erasureRuns"> | null> {
  return await getOneFrom(db, "erasureRuns", "by_closing", closing);
}
