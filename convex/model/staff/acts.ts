/** What organisers can do to other staff. Nobody can do it to themselves, so one organiser always remains. */
import type { Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { normaliseEmail } from "../../shared/text";
import type { provenAct } from "../../validators/staff";
import { findAccount } from "../auth/accounts";
import { queueMail } from "../mails/mails";
import { recordStaffAct } from "../moderation/trail";
import { drop, setRequired } from "../secondFactor/secondFactor";
import { dismissStaff, isStaff, type Staff, type StaffKind } from "./staff";
import { invite } from "./invitations";
import { dropLinksOf } from "./links";
import { failUnproven } from "./proof";
import { spendOrFail } from "../throttle/limits";

/**
 * The organiser who acts. `isProven`: the same call carried their password and second factor. Acts that make, change or remove an organiser
 * need that proof. Otherwise a stolen session could lock out all other organisers. Without it, an organiser can change only a few
 * moderators an hour.
 */
type Actor = { organiser: Staff; isProven: boolean };

export async function staffMemberBy(ctx: QueryCtx, userId: Id<"users">): Promise<Staff> {
  const user = await ctx.db.get("users", userId);
  return user !== null && isStaff(user) ? user : fail("NOT_FOUND", "They are no longer on the staff.");
}

/** Removes a member of staff. They are signed out everywhere at once, and links they sent stop working. */
export async function removeMember(ctx: MutationCtx, actor: Actor, userId: Id<"users">): Promise<void> {
  const member = await otherStaffMember(ctx, actor, userId, "You cannot remove yourself. Ask another organiser.");
  const account = await findAccount(ctx, "moderator", member.email);
  if (account === null) fail("NOT_FOUND", "They are no longer on the staff.");
  await dismissStaff(ctx, account);
  await recordStaffAct(ctx, actor.organiser, "removed", { name: member.email, about: member._id });
}

/** Makes a moderator an organiser, or the other way round. They stay signed in, and open screens change at once. */
async function setKind(ctx: MutationCtx, actor: Actor, userId: Id<"users">, kind: StaffKind): Promise<void> {
  const member = await otherStaffMember(ctx, actor, userId, "You cannot change your own role. Ask another organiser.");
  if (member.kind === kind) return;
  await ctx.db.patch("users", member._id, { kind });
  if (kind === "moderator") await dropLinksOf(ctx, member);
  await recordStaffAct(ctx, actor.organiser, kind === "organiser" ? "madeOrganiser" : "madeModerator", {
    name: member.email,
    about: member._id,
  });
}

/** Turns off the second factor of a colleague who lost their phone. Organisers need a code to turn off their own. */
export async function turnOffSecondFactor(ctx: MutationCtx, actor: Actor, userId: Id<"users">): Promise<void> {
  const member = await otherStaffMember(ctx, actor, userId, "Use a code to turn off your own second factor.");
  if (!member.secondFactor) return;
  await drop(ctx, member._id);
  await queueMail(ctx, { kind: "secondFactorOff", userId: member._id, by: actor.organiser._id });
  await recordStaffAct(ctx, actor.organiser, "secondFactorOff", { name: member.email, about: member._id });
}

const TOO_MANY_CHANGES = "You have changed many staff accounts. Please confirm it with your password.";

/** Performs an act that the organiser confirmed with password and second factor. */
export async function doProven(ctx: MutationCtx, organiser: Staff, request: Infer<typeof provenAct>): Promise<void> {
  const actor = { organiser, isProven: true };
  if (request.act !== "makeOrganiser") return await changes[request.act](ctx, actor, request.userId);
  const existing = await findAccount(ctx, "moderator", normaliseEmail(request.email));
  if (existing?.user.kind === "moderator") await setKind(ctx, actor, existing.user._id, "organiser");
  else await invite(ctx, organiser, { email: request.email, kind: "organiser" });
}

/** Sets whether all staff must have a second factor. The organiser who requires it must have one. */
export async function requireSecondFactor(ctx: MutationCtx, organiser: Staff, required: boolean): Promise<void> {
  if (required && !organiser.secondFactor) fail("BAD_INPUT", "Set up your own second factor first.");
  await setRequired(ctx, required);
  await recordStaffAct(ctx, organiser, required ? "secondFactorRequired" : "secondFactorOptional", {
    name: "all staff",
  });
}

const changes = {
  makeModerator: async (ctx: MutationCtx, actor: Actor, userId: Id<"users">) =>
    await setKind(ctx, actor, userId, "moderator"),
  remove: removeMember,
  turnOffSecondFactor,
};

async function otherStaffMember(ctx: MutationCtx, actor: Actor, userId: Id<"users">, refusal: string): Promise<Staff> {
  const member = await staffMemberBy(ctx, userId);
  if (member._id === actor.organiser._id) fail("BAD_INPUT", refusal);
  if (actor.isProven) return member;
  if (member.kind === "organiser") failUnproven();
  await spendOrFail(ctx, "staffChange", actor.organiser._id, TOO_MANY_CHANGES);
  return member;
}
