/**
 * Gold and VIP given by hand, to people who got too little by mistake. It is the only way to have either without a paid order. So each has
 * its own row, and none counts as a payment.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { products, type Feature } from "../../shared/prices";
import { endGrant, grantsOf, hasFeature, setGrant } from "./payments";
import { handGrantsOf } from "./rows";
import { profileOf } from "../rows/profiles";

type Profile = Doc<"profiles">;

/** Gives a feature to a member who lacks it. A later payment for it counts as paid twice and waits for a refund. */
export async function grantByHand(
  ctx: MutationCtx,
  organiserId: Id<"users">,
  profile: Profile,
  feature: Feature,
): Promise<void> {
  if (hasFeature(profile, feature)) fail("ALREADY_DECIDED", `They already have ${products[feature].name}.`);
  await ctx.db.insert("handGrants", { userId: profile.userId, feature, by: organiserId });
  await setGrant(ctx, profile, feature, Date.now());
}

/**
 * Takes back a feature given by hand. Includes people rejected since, whose next profile would otherwise have it again. A paid feature goes
 * only with its refund.
 */
export async function revokeHandGrant(ctx: MutationCtx, userId: Id<"users">, feature: Feature): Promise<void> {
  const row = (await handGrantsOf(ctx, userId)).find((grant) => grant.feature === feature);
  const profile = await profileOf(ctx, userId);
  if (row === undefined) {
    fail(
      "ALREADY_DECIDED",
      (await grantsOf(ctx, userId))[products[feature].since] !== undefined
        ? `They paid for ${products[feature].name}. Refund the order: that takes it away.`
        : `They do not have ${products[feature].name}.`,
    );
  }
  await ctx.db.delete("handGrants", row._id);
  if (profile !== null) await endGrant(ctx, profile, feature);
}

/** Deletes a user's hand grants, with their account. */
export async function deleteHandGrants(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const { _id } of await handGrantsOf(ctx, userId)) await ctx.db.delete("handGrants", _id);
}
