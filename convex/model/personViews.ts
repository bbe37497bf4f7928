/**
 * The right to read a person's page. Queries cannot write, so an organiser first opens the page, which is logged. The page is then readable
 * for a while. So nobody reads one without a trace.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { recordIncident } from "./incidents";
import { rowById } from "./rows/byId";

/** Returns an attendee by an id from a client. A staff id is refused like an unknown one. */
export async function attendeeBy(ctx: QueryCtx, id: string): Promise<Doc<"users">> {
  const user = await rowById(ctx, "users", id);
  return user?.kind === "user" ? user : fail("NOT_FOUND", GONE);
}

/** Opens a person's page for a while, and logs it. Opening it again during that time changes nothing. */
export async function openPage(ctx: MutationCtx, viewer: Id<"users">, id: string): Promise<void> {
  const { _id: userId } = await attendeeBy(ctx, id);
  const row = await viewOf(ctx, viewer, userId);
  const now = Date.now();
  if (row !== null && row.until > now) return;
  if (row !== null) await ctx.db.delete("personViews", row._id);
  const until = now + limits.personViewLifetime;
  const viewId = await ctx.db.insert("personViews", { viewer, userId, until });
  await ctx.scheduler.runAt(until, internal.people.closePage, { viewId });
  await recordIncident(ctx, "personOpened", { by: viewer, about: userId });
}

/** Ends the right to read a page. Queries do not read the clock, so a job does it, which also reruns an open page. */
export async function closePage(ctx: MutationCtx, viewId: Id<"personViews">): Promise<void> {
  if ((await ctx.db.get("personViews", viewId)) !== null) await ctx.db.delete("personViews", viewId);
}

/** Returns the person whose page an organiser has open, or null once it is closed. */
export async function openedPerson(ctx: QueryCtx, viewer: Id<"users">, id: string): Promise<Doc<"users"> | null> {
  const user = await attendeeBy(ctx, id);
  return (await viewOf(ctx, viewer, user._id)) === null ? null : user;
}

const GONE = "This person does not exist. The account may have been deleted.";

async function viewOf(ctx: QueryCtx, viewer: Id<"users">, userId: Id<"users">): Promise<Doc<"personViews"> | null> {
  return await ctx.db
    .query("personViews")
    .withIndex("by_viewer_and_userId", (q) => q.eq("viewer", viewer).eq("userId", userId))
    .unique();
}
