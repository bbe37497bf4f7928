/** Suspending and restoring people: by a moderator for a report, or by an organiser without one. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { cleanText, countCharacters } from "../../shared/text";
import { removeThreads } from "../chat/removal";
import { enterDeck, leaveDeck } from "../deck/deck";
import { isMember } from "../rows/knownStatus";
import { queueMail } from "../mails/mails";
import { countProfiles } from "../numbers/profileCounts";
import { recordRuling } from "../moderation/trail";
import { waitingVersionOf } from "../moderation/versions";
import { takeDown, showAgain } from "../photos/photos";
import { profileOf } from "../rows/profiles";
import { unsubscribeAll } from "../subscriptions/subscriptions";
import { reportsAbout } from "./reports";
import { closeOpenReports, closeReport } from "./closing";

type User = Doc<"users">;

/** Cleans a typed reason. `missing`: the error text without one. */
export function checkedReason(words: string, missing = "Please write a reason. The person reads it."): string {
  const reason = cleanText(words);
  if (reason === "") fail("BAD_INPUT", missing);
  if (countCharacters(reason) > limits.reasonMax) {
    fail("BAD_INPUT", `The reason must be at most ${limits.reasonMax} characters`);
  }
  return reason;
}

/**
 * Suspends a member, who leaves every deck and list at once, and closes the open reports about them. Their sessions continue, so that an
 * open screen shows the reason. Every guard except that of the own account refuses them. `report`: the one behind the suspension.
 */
export async function suspendMember(
  ctx: MutationCtx,
  moderator: User,
  user: User,
  reason: string,
  report: Doc<"reports"> | null,
): Promise<void> {
  if (user.status === "suspended") fail("ALREADY_DECIDED", "This person is suspended already.");
  if (!isMember(user)) {
    fail("ALREADY_DECIDED", "Only a member can be suspended. Who waits is rejected at the desk.");
  }
  const at = Date.now();
  const name = report?.card?.name ?? (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, moderator, "suspended", user._id, name, reason);
  if (report) await ctx.db.patch("reports", report._id, { status: "suspended", decision: { what: "suspended", at } });
  await closeOpenReports(ctx, user._id);
  await ctx.db.patch("users", user._id, { status: "suspended", suspension: { reason, at } });
  await unsubscribeAll(ctx, user._id);
  await queueMail(ctx, { kind: "suspension", userId: user._id, reason });
  await countProfiles(ctx, user._id, { approved: -1 });
  await leaveDeck(ctx, user._id);
  await removeThreads(ctx, user._id);
  for (const photoId of await handedIn(ctx, user._id)) await takeDown(ctx, photoId);
}

/** Restores a suspended person, at new positions in the decks, and closes the report behind the suspension. */
export async function restoreMember(ctx: MutationCtx, moderator: User, user: User, reason?: string): Promise<void> {
  if (user.status !== "suspended") fail("ALREADY_DECIDED", "This person is not suspended.");
  const [report] = await reportsAbout(ctx, user._id, "suspended");
  const name = report?.card?.name ?? (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, moderator, "restored", user._id, name, reason);
  if (report) await closeReport(ctx, report, user._id, "restored");
  await countProfiles(ctx, user._id, { approved: 1 });
  await makeVisible(ctx, user);
}

/** Shows a user to everybody again. */
export async function makeVisible(ctx: MutationCtx, user: User): Promise<void> {
  await ctx.db.patch("users", user._id, { status: "approved", suspension: undefined });
  const profile = await profileOf(ctx, user._id);
  if (profile === null) return;
  await enterDeck(ctx, profile);
  await showAgain(ctx, await handedIn(ctx, user._id));
}

/** The pictures of a user's profile and waiting change, whose addresses the user knows. */
export async function handedIn(ctx: MutationCtx, userId: Id<"users">): Promise<Set<Id<"photos">>> {
  const [profile, waiting] = await Promise.all([profileOf(ctx, userId), waitingVersionOf(ctx, userId)]);
  return new Set([...(profile?.photoIds ?? []), ...(waiting?.photoIds ?? [])]);
}
