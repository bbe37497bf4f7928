/** Suspending and restoring people, and closing reports: by a moderator for a report, or by an organiser without one. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { endSessions } from "../auth/accounts";
import { removeThreads } from "../chat/removal";
import { enterDeck, leaveDeck } from "../deck/deck";
import { isMember } from "../rows/knownStatus";
import { queueMail } from "../mails/mails";
import { countProfiles } from "../numbers/profileCounts";
import { recordRuling, cleanReason } from "../moderation/trail";
import { submittedPhotos, updateFilterFields } from "../moderation/versions";
import { takeDown, showAgain } from "../photos/photos";
import { profileOf } from "../rows/profiles";
import { reportsAbout } from "./reports";
import { deleteMessageEvidence } from "../chat/evidence";
import { releaseEvidence } from "../photos/evidence";

type User = Doc<"users">;
type Decision = NonNullable<Doc<"reports">["decision"]>;

/** Returns a typed reason, cleaned. Throws if it is empty, with the text `missing`, or if it is too long. */
export function checkedReason(typed: string, missing = "Please write a reason. The person will see it."): string {
  const reason = cleanReason(typed, limits.reasonMax);
  return reason === "" ? fail("BAD_INPUT", missing) : reason;
}

/**
 * Suspends a member, who leaves every deck and list at once, and closes the open reports about them. Their sessions end. They may sign in
 * again: all guards refuse them, except the one for their own account, which shows the reason. `report`: the one behind the suspension.
 */
export async function suspendMember(
  ctx: MutationCtx,
  moderator: User,
  user: User,
  reason: string,
  report: Doc<"reports"> | null,
): Promise<void> {
  if (user.status === "suspended") fail("ALREADY_DECIDED", "This person is already suspended.");
  if (!isMember(user)) {
    fail("ALREADY_DECIDED", "Only members can be suspended. Reject a waiting profile at the desk instead.");
  }
  const at = Date.now();
  const name = report?.card?.name ?? (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, moderator, "suspended", { about: user._id, name, reason });
  if (report) await ctx.db.patch("reports", report._id, { status: "suspended", decision: { what: "suspended", at } });
  await closeOpenReports(ctx, user._id);
  await ctx.db.patch("users", user._id, { status: "suspended", suspension: { reason, at } });
  await endSessions(ctx, user._id);
  await queueMail(ctx, { kind: "suspension", userId: user._id, reason });
  await countProfiles(ctx, user._id, { approved: -1 });
  await leaveDeck(ctx, user._id);
  await removeThreads(ctx, user._id);
  for (const photoId of await submittedPhotos(ctx, user._id)) await takeDown(ctx, photoId);
}

/** Restores a suspended person, at new positions in the decks, and closes the report behind the suspension. */
export async function restoreMember(ctx: MutationCtx, moderator: User, user: User, reason?: string): Promise<void> {
  if (user.status !== "suspended") fail("ALREADY_DECIDED", "This person is not suspended.");
  const [report] = await reportsAbout(ctx, user._id, "suspended");
  const name = report?.card?.name ?? (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, moderator, "restored", { about: user._id, name, reason });
  if (report) await closeReport(ctx, report, user._id, "restored");
  await countProfiles(ctx, user._id, { approved: 1 });
  await makeVisible(ctx, user);
  await queueMail(ctx, { kind: "restoration", userId: user._id });
}

/** Shows a user to everybody again. */
export async function makeVisible(ctx: MutationCtx, user: User): Promise<void> {
  await ctx.db.patch("users", user._id, { status: "approved", suspension: undefined });
  const profile = await profileOf(ctx, user._id);
  if (profile === null) return;
  await enterDeck(ctx, profile);
  await showAgain(ctx, await submittedPhotos(ctx, user._id));
}

/** Closes a report. Keeps its text and decision as long as the person's account, and deletes the card. */
export async function closeReport(
  ctx: MutationCtx,
  { _id, card }: Doc<"reports">,
  reported: Id<"users">,
  what: Decision["what"],
): Promise<void> {
  await deleteMessageEvidence(ctx, _id);
  await ctx.db.patch("reports", _id, { status: "closed", card: undefined, decision: { what, at: Date.now() } });
  await updateFilterFields(ctx, reported);
  await releaseEvidence(ctx, card?.photoIds ?? []);
}

/** Closes all open reports about a suspended user, so none are left when they are restored. */
async function closeOpenReports(ctx: MutationCtx, reported: Id<"users">): Promise<void> {
  for (;;) {
    const open = await reportsAbout(ctx, reported, "open");
    for (const report of open) await closeReport(ctx, report, reported, "suspended");
    if (open.length === 0) return;
  }
}
