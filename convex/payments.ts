import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { openOrder, settleOrder } from "./model/payments";
import { feature } from "./validators";

export const open = internalMutation({
  args: { orderId: v.string(), userId: v.id("users"), feature },
  returns: v.null(),
  handler: async (ctx, { orderId, userId, feature }) => {
    await openOrder(ctx, orderId, userId, feature);
    return null;
  },
});

export const settle = internalMutation({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    await settleOrder(ctx, orderId);
    return null;
  },
});
