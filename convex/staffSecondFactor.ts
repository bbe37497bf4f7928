/** A staff member's own second factor: an authenticator app and recovery codes. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation } from "./_generated/server";
import { staffAction } from "./functions";
import { findAccount } from "./model/auth/accounts";
import { encrypted, hashAddress } from "./model/auth/secrets";
import { mailHostOf } from "./model/festival/festival";
import { recordHourly, recordIncident } from "./model/incidents";
import * as factor from "./model/secondFactor/secondFactor";
import { hashedRecovery, newRecoveryCodes, newTotpSecret, uriOf } from "./model/secondFactor/codes";
import { accountByPassword } from "./model/staff/proof";
import { spendHash } from "./model/throttle/budgets";
import { spend } from "./model/throttle/limits";
import { fail, failTooMany, failSignedOut } from "./shared/errors";
import { normaliseEmail } from "./shared/text";
import { secretCheck } from "./validators/auth";
import { ownAccount } from "./validators/staff";

/**
 * Starts to set up an authenticator app. Asks for the password again, because a call from an unlocked laptop is not consent. Returns the
 * secret in base32, and the URI for a QR code.
 */
export const start = staffAction({
  args: { password: v.string() },
  returns: v.object({ secret: v.string(), uri: v.string() }),
  handler: async (ctx, { password }): Promise<{ secret: string; uri: string }> => {
    const { staffId: userId } = ctx;
    const { email, festival } = await accountByPassword(ctx, userId, password);
    const secret = newTotpSecret();
    await ctx.runMutation(internal.staffSecondFactor.begin, {
      userId,
      secret: await encrypted("second factor", secret),
    });
    return { secret, uri: uriOf(secret, email, festival) };
  },
});

/** Turns the second factor on with a code from the app, and ends other sessions. Returns ten recovery codes, which are shown only now. */
export const confirm = staffAction({
  args: { code: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, { code }): Promise<string[]> => {
    const { staffId: userId } = ctx;
    const { codes, hashes } = await newCodes(userId);
    const check = await ctx.runMutation(internal.staffSecondFactor.finish, { userId, code, hashes });
    failUnlessRight(check);
    return codes;
  },
});

/** Replaces the ten recovery codes, with a code from the app or an old recovery code. Returns the new ones, which are shown only now. */
export const renewRecovery = staffAction({
  args: { code: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, { code }): Promise<string[]> => {
    const { staffId: userId } = ctx;
    const { codes, hashes } = await newCodes(userId);
    const check = await ctx.runMutation(internal.staffSecondFactor.replaceRecovery, { userId, code, hashes });
    failUnlessRight(check);
    return codes;
  },
});

/** Turns the second factor off with a code from the app or a recovery code. */
export const turnOff = staffAction({
  args: { code: v.string() },
  returns: v.null(),
  handler: async (ctx, { code }): Promise<void> => {
    const check = await ctx.runMutation(internal.staffSecondFactor.end, { userId: ctx.staffId, code });
    failUnlessRight(check);
  },
});

/**
 * Turns off another person's second factor: `npx convex run staffSecondFactor:drop '{"email":"…"}'`. For the last organiser,
 * who lost the phone.
 */
export const drop = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    const found = await findAccount(ctx, "moderator", normaliseEmail(email));
    if (found === null) fail("NOT_FOUND", "No member of the staff has this address.");
    await factor.drop(ctx, found.user._id);
    await recordIncident(ctx, "secondFactorOff", { about: found.user._id });
  },
});

/** Counts a guess at the caller's own password and returns the stored one. */
export const startCheck = internalMutation({
  args: { userId: v.id("users") },
  returns: ownAccount,
  handler: async (ctx, { userId }): Promise<Infer<typeof ownAccount>> => {
    const email = (await ctx.db.get("users", userId))?.email ?? "";
    const secret = (await findAccount(ctx, "moderator", email))?.account.secret;
    if (secret === undefined) failSignedOut();
    const wait = await spend(ctx, "guessModerator", await hashAddress(email));
    if (wait !== null) {
      await recordHourly(ctx, "signInLimit", userId);
      return { kind: "wait", retryAfter: wait };
    }
    const hash = await spendHash(ctx, "staff", true);
    if (hash.kind !== "permitted") return hash;
    return { kind: "found", email, secret, festival: (await mailHostOf(ctx)).name, permit: hash.permit };
  },
});

export const begin = internalMutation({
  args: { userId: v.id("users"), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, secret }) => await factor.begin(ctx, userId, secret),
});

export const finish = internalMutation({
  args: { userId: v.id("users"), code: v.string(), hashes: v.array(v.string()) },
  returns: secretCheck,
  handler: async (ctx, { userId, code, hashes }) => await factor.confirm(ctx, userId, code, hashes),
});

export const replaceRecovery = internalMutation({
  args: { userId: v.id("users"), code: v.string(), hashes: v.array(v.string()) },
  returns: secretCheck,
  handler: async (ctx, { userId, code, hashes }) => await factor.renewRecovery(ctx, userId, code, hashes),
});

export const end = internalMutation({
  args: { userId: v.id("users"), code: v.string() },
  returns: secretCheck,
  handler: async (ctx, { userId, code }): Promise<Infer<typeof secretCheck>> => {
    const check = await factor.checkCode(ctx, userId, code);
    if (check.kind !== "right") return check;
    await factor.drop(ctx, userId);
    await recordIncident(ctx, "secondFactorOff", { by: userId, about: userId });
    return check;
  },
});

/** Creates ten recovery codes, readable and as stored. */
async function newCodes(userId: Id<"users">): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = newRecoveryCodes();
  return { codes, hashes: await Promise.all(codes.map((code) => hashedRecovery(userId, code))) };
}

function failUnlessRight(check: Infer<typeof secretCheck>): void {
  if (check.kind === "wait") failTooMany(check.retryAfter);
  if (check.kind === "wrong") fail("BAD_INPUT", "That code isn't right, or it has already been used.");
}
