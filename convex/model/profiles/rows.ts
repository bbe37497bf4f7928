/** Reading profiles. Apart from `profiles`, which imports most of the files that need this. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** A user's profile; null before they submitted one. */
export async function profileOf({ db }: Pick<QueryCtx, "db">, userId: Id<"users">): Promise<Doc<"profiles"> | null> {
  return await db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
