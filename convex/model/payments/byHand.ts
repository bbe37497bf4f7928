/**
 * Gold and VIP by hand, where somebody was granted too little by mistake. The one way to have either without a paid order, so
 * each has a row of its own, and none is counted among payments.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { Feature } from "../../shared/prices";
import { endGrant, fields, grantsOf, hasFeature, setGrant } from "./payments";
import { handGrantOf } from "./rows";
import { profileOf } from "../rows/profiles";

type Profile = Doc<"profiles">;

/** Gives a feature to somebody who does not have it. Whoever pays for it later has paid twice, and is refunded. */
export async function giveByHand(ctx: MutationCtx, by: Id<"users">, profile: Profile, feature: Feature): Promise<void> {
  if (hasFeature(profile, feature)) fail("ALREADY_DECIDED", `They have ${names[feature]} already.`);
  await ctx.db.insert("handGrants", { userId: profile.userId, feature, by });
  await setGrant(ctx, profile, feature, Date.now());
}

/**
 * Takes away what was given by hand, also from somebody whose profile was rejected since: a next one would have it again. What
 * was paid for goes with its refund, never without.
 */
export async function takeByHand(ctx: MutationCtx, userId: Id<"users">, feature: Feature): Promise<void> {
  const row = await handGrantOf(ctx, userId, feature);
  const profile = await profileOf(ctx, userId);
  if (row === null) {
    fail(
      "ALREADY_DECIDED",
      (await grantsOf(ctx, userId))[fields[feature]] !== undefined
        ? `They paid for ${names[feature]}. Refund the order: that takes it away.`
        : `They do not have ${names[feature]}.`,
    );
  }
  await ctx.db.delete("handGrants", row._id);
  if (profile !== null) await endGrant(ctx, profile, feature);
}

/** Deletes what was given by hand to somebody whose account is deleted. */
export async function endHandGrants(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const given = ctx.db.query("handGrants").withIndex("by_userId_and_feature", (q) => q.eq("userId", userId));
  for (const { _id } of await given.take(2)) await ctx.db.delete("handGrants", _id);
}

const names = { unlimited_swipes: "Gold", vip_boost: "VIP" };
