/** What an organiser can do about a person. The trail records each act with who, when and why. Open screens follow at once. */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { products, type Feature } from "../../shared/prices";
import type { deletionReason } from "../../validators/people";
import { endSessions } from "../auth/accounts";
import { recordIncident } from "../incidents";
import { isMember } from "../rows/knownStatus";
import { withdrawApproval } from "../moderation/approvals";
import { recordRuling } from "../moderation/trail";
import { dropUndoableApproval } from "../moderation/undo";
import { grantByHand, revokeHandGrant } from "../payments/handGrants";
import { attendeeBy } from "../personViews";
import { profileOf } from "../rows/profiles";
import { removeAccount } from "../removal";
import { checkedReason, restoreMember, suspendMember } from "../reports/suspensions";

type Organiser = Doc<"users">;
type ActArgs = { userId: string; reason: string };

export async function suspendPerson(ctx: MutationCtx, me: Organiser, { userId, reason }: ActArgs): Promise<void> {
  const cleaned = checkedReason(reason);
  await suspendMember(ctx, me, await attendeeBy(ctx, userId), cleaned, null);
}

export async function restorePerson(ctx: MutationCtx, me: Organiser, { userId, reason }: ActArgs): Promise<void> {
  const cleaned = checkedReason(reason, REASON_MISSING);
  await restoreMember(ctx, me, await attendeeBy(ctx, userId), cleaned);
}

export async function undoApproval(ctx: MutationCtx, me: Organiser, { userId, reason }: ActArgs): Promise<void> {
  const cleaned = checkedReason(reason, REASON_MISSING);
  const user = await attendeeBy(ctx, userId);
  const profile = await profileOf(ctx, user._id);
  if (!isMember(user) || profile === null) fail("ALREADY_DECIDED", "There is no approval to undo.");
  await recordRuling(ctx, me, "unapproved", { about: user._id, name: profile.name, reason: cleaned });
  await dropUndoableApproval(ctx, user._id);
  await withdrawApproval(ctx, user, profile);
}

export async function changeTierByHand(
  ctx: MutationCtx,
  me: Organiser,
  { userId, reason, feature, has }: ActArgs & { feature: Feature; has: boolean },
): Promise<void> {
  const cleaned = checkedReason(reason, REASON_MISSING);
  const user = await attendeeBy(ctx, userId);
  const profile = await profileOf(ctx, user._id);
  if (!has) await revokeHandGrant(ctx, user._id, feature);
  else if (profile === null) fail("NOT_FOUND", "There is no profile.");
  else await grantByHand(ctx, me._id, profile, feature);
  const details = { about: user._id, name: profile?.name, reason: cleaned };
  await recordRuling(ctx, me, `${products[feature].key}${has ? "Given" : "Taken"}`, details);
}

export async function signOutPerson(ctx: MutationCtx, me: Organiser, { userId, reason }: ActArgs): Promise<void> {
  const cleaned = checkedReason(reason, REASON_MISSING);
  const user = await attendeeBy(ctx, userId);
  const name = (await profileOf(ctx, user._id))?.name;
  await recordRuling(ctx, me, "signedOut", { about: user._id, name, reason: cleaned });
  await endSessions(ctx, user._id);
}

/** Deletes a user's account for good, like their own deletion. The trail keeps who, when and why, without a name. */
export async function deletePerson(
  ctx: MutationCtx,
  me: Organiser,
  { userId, reason }: { userId: string; reason: Infer<typeof deletionReason> },
): Promise<void> {
  const user = await attendeeBy(ctx, userId);
  await recordIncident(ctx, "accountDeleted", { by: me._id, about: user._id });
  await recordRuling(ctx, me, "deleted", { reason });
  await removeAccount(ctx, user);
}

export const REASON_MISSING = "Please write a reason. Your colleagues will see it.";
