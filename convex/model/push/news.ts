/** Whether what a user is to hear of is still new to them. The same for a notification and for its mail. */
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { sidesOf, unreadOf } from "../rows/threads";
import { isMember } from "../rows/knownStatus";
import { unshownCount } from "../news/news";
import { isUnseen } from "../news/unseen";

/** `matchId` absent: it is about several. False once the match ended, its other person is not shown, or the user has seen it. */
export async function isStillNew(
  ctx: QueryCtx,
  userId: Id<"users">,
  about: "match" | "message",
  matchId: Id<"matches"> | undefined,
): Promise<boolean> {
  if (matchId === undefined) return (await (about === "match" ? unshownCount : unreadOf)(ctx, userId)) > 0;
  const match = await ctx.db.get("matches", matchId);
  if (match === null || !isMember(await ctx.db.get("users", match.a === userId ? match.b : match.a))) return false;
  if (about === "match") return await isUnseen(ctx, matchId, userId);
  return (await sidesOf(ctx, matchId)).some((side) => side.userId === userId && side.unread > 0);
}
