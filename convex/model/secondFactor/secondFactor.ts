/**
 * The second factor of moderators and organisers: an authenticator app, and ten recovery codes for a lost phone. It is requested only after
 * the correct password, so strangers cannot tell who has one.
 */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { secretCheck } from "../../validators/auth";
import { endSession } from "../auth/accounts";
import { decrypted } from "../auth/secrets";
import { recordHourly, recordIncident } from "../incidents";
import { digitsOf, hashedRecovery, lastStepAt, RECOVERY_CODES, stepOf } from "./codes";
import { writeSingle } from "../rows/writing";
import { limits } from "../../shared/limits";
import { resetLimit, spend } from "../throttle/limits";

type Check = Infer<typeof secretCheck>;

export async function isRequired({ db }: Pick<QueryCtx, "db">): Promise<boolean> {
  return (await db.query("staffRules").first())?.secondFactor ?? false;
}

export async function recoveryCodesLeft(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return (await codesOf(ctx, userId)).length;
}

/** Stores the secret of an app during set-up. It is not required until a code confirms it. */
export async function begin(ctx: MutationCtx, userId: Id<"users">, secret: string): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user?.secondFactor) fail("BAD_INPUT", "You already have a second factor. Turn it off first.");
  await drop(ctx, userId);
  await ctx.db.insert("secondFactors", { userId, secret, usedSteps: [] });
}

/** Turns the second factor on once a code proves that the app has the secret. Other sessions end, since they signed in without it. */
export async function confirm(
  ctx: MutationCtx,
  userId: Id<"users">,
  code: string,
  recoveryHashes: string[],
): Promise<Check> {
  const user = await ctx.db.get("users", userId);
  if (user === null || user.secondFactor) return { kind: "wrong" };
  const check = await checkCode(ctx, userId, code);
  if (check.kind !== "right") return check;
  await ctx.db.patch("users", userId, { secondFactor: true });
  for (const hash of recoveryHashes) await ctx.db.insert("recoveryCodes", { userId, hash });
  await recordIncident(ctx, "secondFactorOn", { by: userId, about: userId });
  await endOtherSessions(ctx, userId);
  return check;
}

/**
 * Checks an app code or a recovery code. A wrong one is logged, except during set-up: its sender knows the password. Each code works once.
 * An app code also works in the half minute before and after its own. Returns a refusal instead of throwing, so that the guess counts.
 */
export async function checkCode(ctx: MutationCtx, userId: Id<"users">, code: string): Promise<Check> {
  const wait = await spend(ctx, "guessSecondFactor", userId);
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  const digits = digitsOf(code);
  const isCorrect = digits === null ? await useRecovery(ctx, userId, code) : await useDigits(ctx, userId, digits);
  if (!isCorrect) {
    const isSetUp = (await ctx.db.get("users", userId))?.secondFactor;
    if (isSetUp) await recordHourly(ctx, "secondFactorWrong", userId);
    return { kind: "wrong" };
  }
  await resetLimit(ctx, "guessSecondFactor", userId);
  return { kind: "right" };
}

/** Replaces all recovery codes, used or not. The app stays. Needs a code, as `checkCode`. */
export async function renewRecovery(
  ctx: MutationCtx,
  userId: Id<"users">,
  code: string,
  hashes: string[],
): Promise<Check> {
  const user = await ctx.db.get("users", userId);
  if (!user?.secondFactor) return { kind: "wrong" };
  const check = await checkCode(ctx, userId, code);
  if (check.kind !== "right") return check;
  for (const { _id } of await codesOf(ctx, userId)) await ctx.db.delete("recoveryCodes", _id);
  for (const hash of hashes) await ctx.db.insert("recoveryCodes", { userId, hash });
  await recordIncident(ctx, "recoveryCodesMade", { by: userId, about: userId });
  return check;
}

/** Deletes a user's second factor, active or not. */
export async function drop(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user?.secondFactor) await ctx.db.patch("users", userId, { secondFactor: undefined });
  const factor = await factorOf(ctx, userId);
  if (factor !== null) await ctx.db.delete("secondFactors", factor._id);
  for (const { _id } of await codesOf(ctx, userId)) await ctx.db.delete("recoveryCodes", _id);
  await resetLimit(ctx, "guessSecondFactor", userId);
}

export async function setRequired(ctx: MutationCtx, secondFactor: boolean): Promise<void> {
  await writeSingle(ctx, "staffRules", await ctx.db.query("staffRules").first(), { secondFactor });
}

/**
 * Accepts each step once, and none before a later one. A step in the future was used while the clock was ahead. It must not block other
 * steps, or its owner would be locked out until then.
 */
async function useDigits(ctx: MutationCtx, userId: Id<"users">, digits: string): Promise<boolean> {
  const factor = await factorOf(ctx, userId);
  const secret = factor && (await decrypted("second factor", factor.secret));
  const now = Date.now();
  const step = secret ? stepOf(secret, digits, now) : null;
  if (factor === null || step === null) return false;
  const { usedSteps } = factor;
  const latest = lastStepAt(now);
  if (usedSteps.some((used) => used === step || (used > step && used <= latest))) return false;
  await ctx.db.patch("secondFactors", factor._id, { usedSteps: [...usedSteps, step].slice(-STEPS_STORED) });
  return true;
}

/** More codes than a staff member enters at a festival. */
const STEPS_STORED = 500;

async function useRecovery(ctx: MutationCtx, userId: Id<"users">, code: string): Promise<boolean> {
  const hash = await hashedRecovery(userId, code);
  const found = await ctx.db
    .query("recoveryCodes")
    .withIndex("by_userId_and_hash", (q) => q.eq("userId", userId).eq("hash", hash))
    .unique();
  if (found === null) return false;
  await ctx.db.delete("recoveryCodes", found._id);
  await recordIncident(ctx, "recoveryCodeUsed", { by: userId, about: userId });
  return true;
}

async function endOtherSessions(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const currentSession = await getAuthSessionId(ctx);
  const sessions = ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId));
  for (const { _id } of await sessions.take(limits.staffSessionsMax))
    if (_id !== currentSession) await endSession(ctx, _id);
}

async function factorOf(ctx: QueryCtx, userId: Id<"users">) {
  return await getOneFrom(ctx.db, "secondFactors", "by_userId", userId);
}

async function codesOf(ctx: QueryCtx, userId: Id<"users">) {
  const codes = ctx.db.query("recoveryCodes").withIndex("by_userId_and_hash", (q) => q.eq("userId", userId));
  return await codes.take(RECOVERY_CODES);
}
