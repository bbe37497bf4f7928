/** A client of Cashfree's orders API at CASHFREE_BASE_URL. Called from actions only. */
import type { Infer } from "convex/values";
import * as z from "zod";
import { env } from "../_generated/server";
import type { reservedOrder } from "../validators/payments";

/** The outcome of a request. refused: the provider will not execute it. unreachable: it is unknown whether the provider executed it. */
export type ProviderResult<T> =
  | { kind: "ok"; value: T }
  | { kind: "refused"; status: number }
  | { kind: "unreachable" };

export type ProviderOrder = z.infer<typeof orderShape>;
export type ProviderPayment = z.infer<typeof paymentShape>;
export type ProviderRefund = z.infer<typeof refundShape>;

type NewOrder = Infer<typeof reservedOrder>;

/**
 * Creates the order. Fetches it instead if it already has a checkout, because it may have been paid in another tab. `product`: the name
 * that the buyer reads at the provider.
 */
export async function createOrFetchOrder(order: NewOrder, product: string): Promise<ProviderResult<ProviderOrder>> {
  if (order.sessionId !== null) return await getOrder(order.orderId);
  const result = await createOrder(order, product);
  // The provider refuses an order that already exists: the response to an earlier try may have been lost.
  return result.kind === "refused" ? await getOrder(order.orderId) : result;
}

export async function getOrder(orderId: string): Promise<ProviderResult<ProviderOrder>> {
  return await call(orderShape, "GET", `/orders/${encodeURIComponent(orderId)}`);
}

/** Returns every payment of an order, whatever its status. */
export async function getPayments(orderId: string): Promise<ProviderResult<ProviderPayment[]>> {
  return await call(z.array(paymentShape), "GET", `/orders/${encodeURIComponent(orderId)}/payments`);
}

/** Refunds an order. Idempotent by the refund's id. */
export async function createRefund(
  orderId: string,
  id: string,
  amount: number,
): Promise<ProviderResult<ProviderRefund>> {
  return await call(refundShape, "POST", `/orders/${encodeURIComponent(orderId)}/refunds`, {
    key: id,
    body: { refund_id: id, refund_amount: rupees(amount), refund_note: "Refund", refund_speed: "STANDARD" },
  });
}

export async function getRefunds(orderId: string): Promise<ProviderResult<ProviderRefund[]>> {
  return await call(z.array(refundShape), "GET", `/orders/${encodeURIComponent(orderId)}/refunds`);
}

const TIMEOUT_MS = 10_000;

/** Creates an order. Idempotent by order id. */
async function createOrder(order: NewOrder, product: string): Promise<ProviderResult<ProviderOrder>> {
  const { orderId, customer } = order;
  const notifyUrl = `${env.CONVEX_SITE_URL}/api/payments/webhook`;
  return await call(orderShape, "POST", "/orders", {
    key: orderId,
    body: {
      order_id: orderId,
      order_amount: rupees(order.amount),
      order_currency: order.currency,
      order_expiry_time: new Date(order.expiresAt).toISOString(),
      order_note: `${order.festivalName} ${product}`,
      customer_details: {
        customer_id: customer.id,
        customer_name: customer.name,
        customer_email: customer.email,
        customer_phone: customer.phone,
      },
      order_meta: {
        return_url: `${env.SITE_URL.replace(/\/+$/, "")}/payment-success?order_id={order_id}`,
        ...(isReachable(notifyUrl) && { notify_url: notifyUrl }),
      },
    },
  });
}

/** The provider counts in rupees, the product in hundredths of a rupee. */
const minorUnits = z.number().transform((value) => Math.round(value * 100));
const orderShape = z.object({
  order_id: z.string(),
  order_status: z.string(),
  order_amount: minorUnits,
  order_currency: z.string(),
  payment_session_id: z.string().optional(),
  /** The provider's own number. Older versions of its API return a number. */
  cf_order_id: z.union([z.string(), z.number()]).transform(String).optional(),
});
const paymentShape = z.object({
  payment_status: z.string(),
  payment_message: z.string().nullish(),
  payment_time: z.string().nullish(),
});
const refundShape = z.object({ refund_id: z.string().nullish(), refund_status: z.string(), refund_amount: minorUnits });

type Request = { key: string; body: unknown };

async function call<T>(
  shape: z.ZodType<T>,
  method: string,
  path: string,
  request?: Request,
): Promise<ProviderResult<T>> {
  const headers = {
    "content-type": "application/json",
    "x-client-id": env.CASHFREE_CLIENT_ID,
    "x-client-secret": env.CASHFREE_CLIENT_SECRET,
    "x-api-version": env.CASHFREE_API_VERSION ?? "2025-01-01",
    "x-request-id": crypto.randomUUID(),
    ...(request && { "x-idempotency-key": await uuidOf(request.key) }),
  };
  const body = request && JSON.stringify(request.body);
  try {
    const url = `${env.CASHFREE_BASE_URL.replace(/\/+$/, "")}${path}`;
    const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const responseBody: unknown = await response.json();
    if (response.ok) return { kind: "ok", value: shape.parse(responseBody) };
    console.warn(`Payment provider, ${method}: ${response.status} ${codeIn(responseBody)}`);
    const isRefusal = response.status < 500 && response.status !== 429 && response.status !== 408;
    return isRefusal ? { kind: "refused", status: response.status } : { kind: "unreachable" };
  } catch (error) {
    console.warn(`Payment provider, ${method}: ${error instanceof Error ? error.message : "no answer"}`);
    return { kind: "unreachable" };
  }
}

function rupees(amount: number): number {
  return amount / 100;
}

/** True if the provider accepts the address. The real one refuses an address without TLS, the local stand-in accepts it. */
function isReachable(url: string): boolean {
  return url.startsWith("https:") || env.CASHFREE_BASE_URL.startsWith("http:");
}

/** Returns a UUID, as idempotency keys must be. The same text always gives the same one. */
async function uuidOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).slice(0, 16);
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)];
  return parts.join("-");
}

function codeIn(responseBody: unknown): string {
  return z.object({ code: z.string().max(100) }).safeParse(responseBody).data?.code ?? "";
}
