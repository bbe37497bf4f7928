/** REST: orders, and the payment provider's webhook. */
import type { PublicHttpAction } from "convex/server";
import { api } from "../_generated/api";
import { webhook } from "../payments";
import * as bodies from "./bodies";
import { done, forMember, forUser, type Described, type Endpoint } from "./endpoint";
import { order, verified } from "./shapes";

/** A route whose HTTP action is defined elsewhere. */
export interface ExternalRoute extends Described {
  handler: PublicHttpAction;
}

export const createOrder: Endpoint = forMember.returns(order, {
  summary:
    "Opens a checkout at the provider, at the server's price. Called again before payment, it returns the same one.",
  takes: bodies.createOrder,
  fallback: "Failed to create order",
  refuses: [409, 503],
  run: async ({ client, body }) => {
    const { feature } = body.orderMeta;
    const { orderId, paymentSessionId } = await client.action(api.payments.createOrder, { feature });
    return { payment_session_id: paymentSessionId, order_id: orderId, orderId };
  },
});

export const verify: Endpoint = forUser.returns(verified, {
  summary: "Fetches the provider's status of the caller's own order and grants what was paid, once.",
  takes: bodies.verifyPayment,
  fallback: "Failed to verify payment. Please contact support.",
  refuses: [404, 503],
  run: async ({ client, body }) => {
    const answer = await client.action(api.payments.verify, body);
    return answer.verified || answer.pending ? answer : { ...answer, error: answer.message };
  },
});

export const fromProvider: ExternalRoute = {
  summary: "For the payment provider: signed with x-webhook-signature over x-webhook-timestamp and the raw body.",
  caller: "provider",
  returns: done,
  handler: webhook,
};
