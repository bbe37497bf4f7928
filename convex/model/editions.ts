/** Which festival of a deployment it is: other days after an erasing are the next one. */
import type { QueryCtx } from "../_generated/server";
import { calendarOf } from "./festival/festival";

/** When this festival's figures begin (ms since 1970): at the end of the erasing before it; 0 for the first one. */
export async function editionStart(ctx: Pick<QueryCtx, "db">): Promise<number> {
  const { lastDay } = await calendarOf(ctx);
  const closings = await ctx.db.query("closings").order("desc").take(CLOSINGS);
  return Math.max(0, ...closings.filter((closing) => closing.lastDay !== lastDay).map(({ doneAt = 0 }) => doneAt));
}

/** More festivals than one deployment ever has. */
const CLOSINGS = 50;
