/** Reporting somebody. The two are hidden from each other at once; several people's reports hide a person from everybody. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { limits } from "../shared/limits";
import { cleanText, countCharacters } from "../shared/text";
import { leaveDeck } from "./deck";
import { audienceOf, entryIn } from "./deckPartitions";
import { profileOf } from "./profilesRows";
import { swipeBetween } from "./swipesPair";
import { blockPair } from "./swipesBlock";
import { spend } from "./throttle";

/** How many reports about one person are read together. */
export const REPORTS_MOST = 50;

/** Files a report, once for a pair. `reportedId` is what a client sent; somebody whom I may not see is refused like an unknown id. */
export async function fileReport(ctx: MutationCtx, me: Doc<"profiles">, reportedId: string, text: string) {
  const reason = cleanText(text);
  if (reason === "") fail("BAD_INPUT", "Please provide a reason for reporting");
  if (countCharacters(reason) > limits.reportMax) {
    fail("BAD_INPUT", `The reason must be at most ${limits.reportMax} characters`);
  }
  const reported = ctx.db.normalizeId("users", reportedId);
  if (reported !== null && (await isReported(ctx, me.userId, reported))) return;
  const seen = reported && (await visibleProfile(ctx, me, reported));
  if (!reported || !seen) fail("NOT_FOUND", "Failed to submit report. Please try again.");
  const wait = await spend(ctx, "report", me.userId);
  if (wait !== null) failTooMany(wait);

  const { name, age, gender, bio, hobbies, drinking, smoking, photoId } = seen;
  const card = { name, age, gender, bio, hobbies, drinking, smoking, photoId };
  await ctx.db.insert("reports", { reporter: me.userId, reported, status: "open", content: { reason, card } });
  await blockPair(ctx, me.userId, reported);
  await hideIfReported(ctx, reported);
}

/** Whether enough approved people have an open report about somebody to hide them. */
export async function isHiddenByReports(ctx: QueryCtx, reported: Id<"users">): Promise<boolean> {
  const open = await reportsAbout(ctx, reported, "open");
  const reporters = await Promise.all(
    open.map(async ({ reporter }) => (reporter ? await ctx.db.get("users", reporter) : null)),
  );
  return reporters.filter((user) => user?.status === "approved").length >= limits.reportsToHide;
}

/** The open or closed reports about somebody, oldest first. */
export async function reportsAbout(
  ctx: QueryCtx,
  reported: Id<"users">,
  status: "open" | "closed",
): Promise<Doc<"reports">[]> {
  return await ctx.db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", reported).eq("status", status))
    .take(REPORTS_MOST);
}

async function isReported(ctx: QueryCtx, reporter: Id<"users">, reported: Id<"users">): Promise<boolean> {
  const report = await ctx.db
    .query("reports")
    .withIndex("by_reporter_and_reported", (q) => q.eq("reporter", reporter).eq("reported", reported))
    .unique();
  return report !== null;
}

/** The profile of somebody whom I may see: in my deck now or before, among those who like me, or a match now or before. */
async function visibleProfile(ctx: QueryCtx, me: Doc<"profiles">, other: Id<"users">): Promise<Doc<"profiles"> | null> {
  const user = other === me.userId ? null : await ctx.db.get("users", other);
  if (user?.status !== "approved" && user?.status !== "hidden") return null;
  const mine = await swipeBetween(ctx, me.userId, other);
  // Unmatching or reporting first does not protect from the other's report.
  if (mine?.decision === "blocked") return mine.matched ? await profileOf(ctx, other) : null;
  const isMatch = (mine?.match ?? (await swipeBetween(ctx, other, me.userId))?.match) !== undefined;
  if (!isMatch && (await entryIn(ctx, audienceOf(me), other)) === null) return null;
  return await profileOf(ctx, other);
}

async function hideIfReported(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", reported);
  if (user?.status !== "approved" || !(await isHiddenByReports(ctx, reported))) return;
  await ctx.db.patch("users", reported, { status: "hidden" });
  await leaveDeck(ctx, reported);
}
