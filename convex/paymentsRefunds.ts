/** Refunds: starting one, telling the provider of it, and taking in what came of it. Nobody outside calls these. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import * as refunds from "./model/paymentsRefunds";
import { createRefund, type Answer, type ProviderRefund } from "./services/cashfree";
import { askAboutRefunds } from "./services/cashfreeWord";
import { refundWord, startedRefund } from "./validatorsPayments";

export const startRefund = internalMutation({
  args: { moderatorId: v.id("users"), orderId: v.string() },
  returns: startedRefund,
  handler: async (ctx, { moderatorId, orderId }) => await refunds.startRefund(ctx, moderatorId, orderId),
});

/** Tells the provider to send money back. As often as it takes: the id makes it one refund. */
export const tellRefund = internalAction({
  args: startedRefund.fields,
  returns: v.boolean(),
  handler: async (ctx, { orderId, id, amount }): Promise<boolean> => {
    const answer = await createRefund(orderId, id, amount);
    const word = await wordOf(answer, orderId, id, amount);
    if (word === null) return true;
    await ctx.runMutation(internal.paymentsRefunds.hearRefund, { orderId, id, word });
    return word !== "refused";
  },
});

export const hearRefund = internalMutation({
  args: { orderId: v.string(), id: v.union(v.string(), v.null()), word: refundWord },
  returns: v.null(),
  handler: async (ctx, { orderId, id, word }) => {
    await refunds.hearRefund(ctx, orderId, id, word);
    return null;
  },
});

/** Null: not known yet. One that is refused because it is there already, from a try whose answer was lost, is not refused. */
async function wordOf(
  answer: Answer<ProviderRefund>,
  orderId: string,
  id: string,
  amount: number,
): Promise<Infer<typeof refundWord> | null> {
  if (answer.kind === "unreachable") return null;
  if (answer.kind === "ok") {
    const { refund_status: status } = answer.value;
    if (status === "SUCCESS") return "done";
    return status === "CANCELLED" || status === "FAILED" ? "refused" : "pending";
  }
  const word = await askAboutRefunds(orderId, amount, id);
  return word === "none" ? "refused" : word;
}
