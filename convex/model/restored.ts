/** What must end after restoring a backup: its sessions, links and codes, and accounts deleted since. */
import { literals } from "convex-helpers/validators";
import type { Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { deletions, removedAgain, restoreReport } from "../validators/restore";
import { endSession, findAccount } from "./auth/accounts";
import { recordIncident } from "./incidents";
import { removeAccount } from "./removal";
import { deleteRows } from "./rows/writing";
import { dismissStaff, isStaff, allStaff } from "./staff/staff";
import { rowById } from "./rows/byId";

/** In order. Rows that let a device in go first. `mails`: queued mails with a link or a code. */
export const endedKinds = ["sessions", "tokens", "invitations", "resets", "codes", "mails"] as const;
export const endedKind = literals(...endedKinds);

/** Returns the accounts that were deleted after a time (ms), oldest first. */
export async function deletionsAfter(ctx: QueryCtx, after: number): Promise<Infer<typeof deletions>> {
  const entries = deletionKinds.map(async (what) => {
    const log = ctx.db.query("incidents").withIndex("by_what", (q) => q.eq("what", what).gt("_creationTime", after));
    return await log.order("desc").take(MAX_DELETIONS);
  });
  const rows = (await Promise.all(entries)).flat().toSorted((a, b) => a._creationTime - b._creationTime);
  const ids = rows.flatMap(({ about }) => about ?? []).slice(-MAX_DELETIONS);
  return { ids, until: rows.at(-1)?._creationTime ?? after };
}

/** Ends the next batch of one kind. Returns how many. */
export async function endNext(ctx: MutationCtx, what: Infer<typeof endedKind>): Promise<number> {
  if (what === "sessions") {
    const sessions = await ctx.db.query("authSessions").take(BATCH);
    for (const { _id } of sessions) await endSession(ctx, _id);
    return sessions.length;
  }
  if (what !== "mails") return await deleteRows(ctx, tables[what], ctx.db.query(tables[what]), BATCH);
  let count = 0;
  for (const channel of ["code", "link"] as const) {
    const waiting = ctx.db.query("outbox").withIndex("by_channel_and_due", (q) => q.eq("channel", channel));
    count += await deleteRows(ctx, "outbox", waiting, BATCH);
  }
  return count;
}

/** Removes a restored account that had been deleted. */
export async function removeAgain(ctx: MutationCtx, id: string): Promise<Infer<typeof removedAgain>> {
  const user = await rowById(ctx, "users", id);
  if (user === null) return null;
  if (!isStaff(user)) {
    await recordIncident(ctx, "accountDeleted", { about: user._id });
    await removeAccount(ctx, user);
    return "attendee";
  }
  const found = await findAccount(ctx, "moderator", user.email);
  if (found?.user._id !== user._id) return null;
  await dismissStaff(ctx, found);
  await recordIncident(ctx, user.kind === "organiser" ? "organiserRemoved" : "moderatorRemoved", { about: user._id });
  return { email: user.email, kind: user.kind };
}

export async function currentStaff(ctx: QueryCtx): Promise<Infer<typeof restoreReport>["staff"]> {
  return (await allStaff(ctx)).map(({ email, kind, secondFactor }) => ({ email, kind, secondFactor }));
}

/** `tokens`: refresh tokens of a session that ended shortly before the backup. */
const tables = { tokens: "authRefreshTokens", invitations: "invitations", resets: "resets", codes: "codes" } as const;
const deletionKinds = ["accountDeleted", "moderatorRemoved", "organiserRemoved", "removed"] as const;
/** The newest deletions are returned. Convex returns at most 8,192 values in an array. */
const MAX_DELETIONS = 8_000;
/** Ending a session also deletes a few of its tokens. */
const BATCH = 100;
