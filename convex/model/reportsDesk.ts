/** What moderators decide on reports. The reporter is stored with the report and shown to nobody. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { cleanText, countCharacters } from "../shared/text";
import { deleteWords } from "./chatEvidence";
import { removeThreads } from "./chatRemoval";
import { enterDeck, leaveDeck } from "./deck";
import { queueMail } from "./mails";
import { deleteEvidence } from "./moderationEvidence";
import { recordRuling } from "./moderationTrail";
import { countProfiles, waitingVersionOf } from "./moderationVersions";
import { takeDown } from "./photos";
import { showAgain } from "./photosRenewal";
import { profileOf } from "./profilesRows";
import { unsubscribeAll } from "./pushSubscriptions";
import { isHiddenByReports, reportsAbout } from "./reports";
import { decideOnGone } from "./reportsGone";

type Moderator = Doc<"users">;
type Decision = NonNullable<Doc<"reports">["decision"]>;
type ReportAndPerson = { report: Doc<"reports"> } & (
  | { user: Doc<"users">; former: null }
  /** The account is deleted. */
  | { user: null; former: Doc<"formerAccounts"> }
);

/** Closes a report without consequences. Somebody hidden by reports is shown again once too few are open. */
export async function dismiss(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user, former } = await reportToDecide(ctx, id, "open");
  if (user === null) return await decideOnGone(ctx, moderator, former, report, "dismissed");
  await recordRuling(ctx, moderator, "dismissed", user._id, report.card?.name);
  await close(ctx, report, user._id, "dismissed");
  if (user.status === "hidden" && !(await isHiddenByReports(ctx, user._id))) await makeVisible(ctx, user);
}

/**
 * Suspends the reported person, who leaves every deck and list at once, and closes their other open reports. Their sessions
 * go on, so that an open screen shows the reason instead of ending: every guard but that of one's own account refuses them.
 */
export async function suspend(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">, words: string): Promise<void> {
  const reason = cleanText(words);
  if (reason === "") fail("BAD_INPUT", "Please write a reason. The person reads it.");
  if (countCharacters(reason) > limits.reasonMax) {
    fail("BAD_INPUT", `The reason must be at most ${limits.reasonMax} characters`);
  }
  const { report, user, former } = await reportToDecide(ctx, id, "open");
  if (user === null) return await decideOnGone(ctx, moderator, former, report, "suspended");
  const at = Date.now();
  await recordRuling(ctx, moderator, "suspended", user._id, report.card?.name);
  await ctx.db.patch("reports", id, { status: "suspended", decision: { what: "suspended", at } });
  await closeAll(ctx, user._id);
  await ctx.db.patch("users", user._id, { status: "suspended", suspension: { reason, at } });
  await unsubscribeAll(ctx, user._id);
  await queueMail(ctx, { kind: "suspension", userId: user._id, reason });
  await countProfiles(ctx, { approved: -1 });
  await leaveDeck(ctx, user._id);
  await removeThreads(ctx, user._id);
  for (const photoId of await handedIn(ctx, user._id)) await takeDown(ctx, photoId);
}

/** Lets a suspended person back in, at new positions in the decks. */
export async function restore(ctx: MutationCtx, moderator: Moderator, id: Id<"reports">): Promise<void> {
  const { report, user } = await reportToDecide(ctx, id, "suspended");
  if (user === null) fail("NOT_FOUND", "Failed to process report");
  await recordRuling(ctx, moderator, "restored", user._id, report.card?.name);
  await close(ctx, report, user._id, "restored");
  await countProfiles(ctx, { approved: 1 });
  await makeVisible(ctx, user);
}

async function reportToDecide(
  ctx: MutationCtx,
  id: Id<"reports">,
  status: "open" | "suspended",
): Promise<ReportAndPerson> {
  const report = await ctx.db.get("reports", id);
  if (report === null) fail("NOT_FOUND", "Failed to process report");
  const [userId, formerId] = [
    ctx.db.normalizeId("users", report.reported),
    ctx.db.normalizeId("formerAccounts", report.reported),
  ];
  const user = userId && (await ctx.db.get("users", userId));
  const former = formerId && (await ctx.db.get("formerAccounts", formerId));
  if (!user && !former) fail("NOT_FOUND", "Failed to process report");
  if (report.status !== status) fail("ALREADY_DECIDED", "This report was already decided.");
  if (user) return { report, user, former: null };
  if (former) return { report, user: null, former };
  return fail("NOT_FOUND", "Failed to process report");
}

/** Closes a report. What was written and decided stays as long as the person; what the card showed goes. */
async function close(
  ctx: MutationCtx,
  { _id, card }: Doc<"reports">,
  reported: Id<"users">,
  what: Decision["what"],
): Promise<void> {
  await deleteWords(ctx, _id);
  await ctx.db.patch("reports", _id, { status: "closed", card: undefined, decision: { what, at: Date.now() } });
  for (const photoId of card?.photoIds ?? []) await deleteEvidence(ctx, reported, photoId);
}

/** Closes every open report about somebody who is suspended, so that none is left when they are restored. */
async function closeAll(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  for (;;) {
    const open = await reportsAbout(ctx, reported, "open");
    for (const report of open) await close(ctx, report, reported, "suspended");
    if (open.length === 0) return;
  }
}

async function makeVisible(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", user._id, { status: "approved", suspension: undefined });
  const profile = await profileOf(ctx, user._id);
  if (profile === null) return;
  await enterDeck(ctx, profile);
  await showAgain(ctx, await handedIn(ctx, user._id));
}

/** The pictures of somebody's profile, and of their change that waits, whose addresses they know as well. */
async function handedIn(ctx: MutationCtx, userId: Id<"users">): Promise<Set<Id<"photos">>> {
  const [profile, waiting] = [await profileOf(ctx, userId), await waitingVersionOf(ctx, userId)];
  return new Set([...(profile?.photoIds ?? []), ...(waiting?.photoIds ?? [])]);
}
