/** Checks whether the rules still hold. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../convex/_generated/server";
import { isUnpaid } from "../../convex/model/payments/rows";
import { profileOf } from "../../convex/model/rows/profiles";
import { products } from "../../convex/shared/prices";
import { answeredLikes, matchesWithoutLikes } from "./invariants.convex";

/** Returns each decision as `from>to:decision`, and a sentence for each violation of the rules of swipes, likes and matches. */
export const audit = internalQuery({
  args: {},
  returns: v.object({ decisions: v.array(v.string()), wrong: v.array(v.string()) }),
  handler: async (ctx) => {
    const [swipes, pendingLikes, matches] = await Promise.all([
      ctx.db.query("swipes").collect(),
      ctx.db.query("pendingLikes").collect(),
      ctx.db.query("matches").collect(),
    ]);
    const store = { swipes, pendingLikes, matches };
    const violations = [...matchesWithoutLikes(store), ...answeredLikes(store)];
    const decisions = swipes.map(({ from, to, decision }) => `${from}>${to}:${decision}`);
    return { decisions, wrong: violations.slice(0, 20) };
  },
});

/** Returns each order, whether its buyer got the product, and the number of its receipts in the outbox. */
export const orders = internalQuery({
  args: {},
  returns: v.array(v.object({ orderId: v.string(), status: v.string(), has: v.boolean(), receipts: v.number() })),
  handler: async (ctx) => {
    const receipts = new Map<string, number>();
    for (const row of await ctx.db.query("outbox").collect()) {
      if (row.channel !== "mail" || row.mail.kind !== "receipt") continue;
      receipts.set(row.mail.orderId, (receipts.get(row.mail.orderId) ?? 0) + 1);
    }
    const orders = await ctx.db.query("orders").collect();
    return await Promise.all(
      orders.map(async ({ orderId, status, userId, feature }) => {
        const buyer = await profileOf(ctx, userId!);
        const since = buyer?.[products[feature].since];
        return { orderId, status, has: since !== undefined, receipts: receipts.get(orderId) ?? 0 };
      }),
    );
  },
});

/** Makes every unpaid order due for polling now. */
export const hurry = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const order of await ctx.db.query("orders").collect())
      if (isUnpaid(order)) await ctx.db.patch("orders", order._id, { dueAt: Date.now() });
    return null;
  },
});
