/** What organisers do with others of the staff. Nobody does any of it to themselves, so one organiser is always left. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { findAccount } from "./authAccounts";
import { queueMail } from "./mails";
import { recordStaffAct } from "./moderationTrail";
import { drop, setRequired } from "./secondFactor";
import { dismissStaff, isStaff, type Staff, type StaffKind } from "./staff";
import { dropLinksOf } from "./staffLinks";

/** One of the staff, by their id. */
export async function memberBy(ctx: QueryCtx, userId: Id<"users">): Promise<Staff> {
  const user = await ctx.db.get("users", userId);
  return user !== null && isStaff(user) ? user : fail("NOT_FOUND", "They are not of the staff any more.");
}

/** Removes somebody: they are out on every device at once, and links that they sent lead nowhere. */
export async function removeMember(ctx: MutationCtx, organiser: Staff, userId: Id<"users">): Promise<void> {
  const member = await anotherBy(ctx, organiser, userId, "You cannot remove yourself. Ask another organiser.");
  const account = await findAccount(ctx, "moderator", member.email);
  if (account === null) fail("NOT_FOUND", "They are not of the staff any more.");
  await dismissStaff(ctx, account);
  await recordStaffAct(ctx, organiser, "removed", { name: member.email, about: member._id });
}

/** Makes a moderator an organiser, or the other way round. They stay signed in; open screens change at once. */
export async function setKind(ctx: MutationCtx, organiser: Staff, userId: Id<"users">, kind: StaffKind): Promise<void> {
  const member = await anotherBy(ctx, organiser, userId, "You cannot change what you are. Ask another organiser.");
  if (member.kind === kind) return;
  await ctx.db.patch("users", member._id, { kind });
  if (kind === "moderator") await dropLinksOf(ctx, member);
  await recordStaffAct(ctx, organiser, kind === "organiser" ? "madeOrganiser" : "madeModerator", {
    name: member.email,
    about: member._id,
  });
}

/** Turns off the second factor of somebody who lost the phone. One's own goes by a code. */
export async function turnOffSecondFactor(ctx: MutationCtx, organiser: Staff, userId: Id<"users">): Promise<void> {
  const member = await anotherBy(ctx, organiser, userId, "Turn your own off with a code.");
  if (!member.secondFactor) return;
  await drop(ctx, member._id);
  await queueMail(ctx, { kind: "secondFactorOff", userId: member._id, by: organiser._id });
  await recordStaffAct(ctx, organiser, "secondFactorOff", { name: member.email, about: member._id });
}

/** Sets whether all of the staff must have a second factor. Whoever asks it of others has one. */
export async function requireSecondFactor(ctx: MutationCtx, organiser: Staff, required: boolean): Promise<void> {
  if (required && !organiser.secondFactor) fail("BAD_INPUT", "Set up your own second factor first.");
  await setRequired(ctx, required);
  await recordStaffAct(ctx, organiser, required ? "secondFactorRequired" : "secondFactorOptional", {
    name: "all staff",
  });
}

async function anotherBy(ctx: QueryCtx, me: Staff, userId: Id<"users">, refusal: string): Promise<Staff> {
  const member = await memberBy(ctx, userId);
  if (member._id === me._id) fail("BAD_INPUT", refusal);
  return member;
}
