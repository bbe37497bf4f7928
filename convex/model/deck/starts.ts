/**
 * Where viewers begin in the partitions of their audience. Starts spread by the golden ratio show everybody about equally often. A viewer
 * takes the next start of their group with their first swipe, so people who never swipe leave no gaps.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordOf } from "../../shared/records";
import type { tierCursor } from "../../validators/common";
import { hashUserId } from "../numbers/numbers";
import { nextPositions, tiers, type Tier } from "./partitions";

export type TierCursor = Infer<typeof tierCursor>;
/** `row`: how many of the group's viewers have swiped. Null: none has. */
export type Group = { number: number; row: Doc<"viewerGroups"> | null };

/** Returns the cursors at the next start of a viewer's group. Until `takeStart`, they follow the length of the partitions. */
export async function startOf(
  ctx: QueryCtx,
  audience: string,
  userId: Id<"users">,
  viewerNumber: number | undefined,
): Promise<{ tiers: Record<Tier, TierCursor>; group: Group }> {
  // Viewers without a number are spread over the first groups.
  const number = groupOf(viewerNumber ?? hashUserId(userId) % GROUPS);
  const [ends, row] = await Promise.all([nextPositions(ctx, audience), groupRow(ctx, audience, number)]);
  const share = (startNumberOf(number, row?.started ?? 0) * GOLDEN_RATIO) % 1;
  return { tiers: recordOf(tiers, (tier) => cursorAt(share, ends[tier])), group: { number, row } };
}

/** Takes the start of a group, so that its next viewer gets the next one. */
export async function takeStart(ctx: MutationCtx, audience: string, { number, row }: Group): Promise<void> {
  if (row === null) await ctx.db.insert("viewerGroups", { audience, group: number, started: 1 });
  else await ctx.db.patch("viewerGroups", row._id, { started: row.started + 1 });
}

const GOLDEN_RATIO = 0.6180339887498949;
/**
 * Every 64th of 1,024 consecutive viewers is in the same group, so a group has sixteen. Smaller groups would leave more gaps between
 * starts. In larger ones more viewers would write the same row, and more would get the same first deck.
 */
const GROUPS = 64;
const GROUP_SIZE = 16;

function groupOf(viewerNumber: number): number {
  return Math.floor(viewerNumber / (GROUPS * GROUP_SIZE)) * GROUPS + (viewerNumber % GROUPS);
}

/** Returns the number of the start that a group's next viewer takes. Over all groups, each whole number occurs once. */
function startNumberOf(group: number, started: number): number {
  return (Math.floor(group / GROUPS) * GROUP_SIZE + started) * GROUPS + (group % GROUPS);
}

/** Returns a cursor that starts at a share (0 to 1) of a partition's length. */
function cursorAt(share: number, end: number): TierCursor {
  const start = Math.floor(share * end);
  return { start, end, upper: start, lower: 0 };
}

async function groupRow(ctx: QueryCtx, audience: string, group: number): Promise<Doc<"viewerGroups"> | null> {
  return await ctx.db
    .query("viewerGroups")
    .withIndex("by_audience_and_group", (q) => q.eq("audience", audience).eq("group", group))
    .unique();
}
