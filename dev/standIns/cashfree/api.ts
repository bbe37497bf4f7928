import { Idempotency } from "../idempotency";
import type { StandInResponse, StandInRequest } from "../server";
import { orderEntity, paymentEntity, refundEntity } from "./entities";
import { number, newSession, refundable, statusOf, type Order, type Orders, type Refund } from "./orders";
import { orderFields, refundFields, errorIn } from "./rules";

const versions = ["2025-01-01", "2023-08-01", "2026-01-01"];
const day = 24 * 60 * 60 * 1000;

/** The accepted credentials. */
export interface Merchant {
  clientId: string;
  clientSecret: string;
}

/** Cashfree's orders API, with its validation and error messages. */
export function cashfreeApi(options: {
  merchant: Merchant;
  orders: Orders;
  now: () => number;
  onRefund: (order: Order, refund: Refund) => void;
}) {
  const { merchant, orders, now, onRefund } = options;
  const idempotency = new Idempotency();

  const route = (request: StandInRequest): StandInResponse => {
    const [, , id, list, itemId] = request.url.pathname.slice(1).split("/").map(decoded);
    if (id === undefined) {
      return request.method === "POST" ? createOrder(orders, request.json(), now()) : wrongUrl;
    }
    const order = orders.get(id);
    if (order === undefined) return problem(404, "order_not_found", "Order Reference Id does not exist");
    if (list === "refunds" && request.method === "POST" && itemId === undefined) {
      return createRefund(orders, order, request.json(), now(), onRefund);
    }
    return request.method === "GET" ? read(order, list, itemId, now()) : wrongUrl;
  };

  return (request: StandInRequest): StandInResponse => {
    const refused = unauthorised(request.headers, merchant);
    if (refused !== null) return refused;
    if (!/^\/pg\/orders(\/|$)/.test(request.url.pathname)) return wrongUrl;
    const key = request.method === "POST" ? request.headers["x-idempotency-key"]?.toString() : undefined;
    const response = key === undefined ? route(request) : idempotent(idempotency, key, request, () => route(request));
    const requestId = request.headers["x-request-id"]?.toString();
    return requestId === undefined
      ? response
      : { ...response, headers: { ...response.headers, "x-request-id": requestId } };
  };
}

/** Returns an error in Cashfree's format. */
export function problem(status: number, code: string, message: string): StandInResponse {
  const types: Record<number, string> = {
    401: "authentication_error",
    422: "idempotency_error",
    429: "rate_limit_error",
  };
  const type = types[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
  return { status, body: { message, code, type } };
}

const wrongUrl = problem(400, "request_failed", "bad URL, please check API documentation");

function unauthorised(
  headers: StandInRequest["headers"],
  { clientId, clientSecret }: Merchant,
): StandInResponse | null {
  if (headers["x-client-id"] !== clientId || headers["x-client-secret"] !== clientSecret) {
    return problem(401, "request_failed", "authentication Failed");
  }
  const version = headers["x-api-version"]?.toString() ?? "";
  return versions.includes(version) ? null : problem(400, "version_invalid", "x-api-version : invalid value");
}

function idempotent(
  idempotency: Idempotency,
  key: string,
  request: StandInRequest,
  send: () => StandInResponse,
): StandInResponse {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) {
    return problem(400, "request_invalid", "x-idempotency-key : should be a UUID");
  }
  const outcome = idempotency.respond(key, request, send);
  if (outcome === null) {
    return problem(422, "request_invalid", "Request is not the same as the one that this idempotency key was used for");
  }
  const { response, isRepeated } = outcome;
  return isRepeated ? { ...response, headers: { "x-idempotency-replayed": "true" } } : response;
}

function createOrder(orders: Orders, body: unknown, now: number): StandInResponse {
  const error = errorIn(orderFields, body);
  if (error !== null) return problem(400, error.code, error.message);
  const request = body as OrderRequest;
  const id = request.order_id ?? `order_${number()}`;
  if (orders.get(id) !== undefined) {
    return problem(409, "order_already_exists", "order with same id is already present");
  }
  const expiresAt = request.order_expiry_time === undefined ? now + 30 * day : Date.parse(request.order_expiry_time);
  if (expiresAt <= now + 15 * 60_000 || expiresAt >= now + 30 * day + 60_000) {
    const sentence = "order_expiry_time : Expiry time should be more than 15 min and less than 30 days";
    return problem(400, "order_expiry_time_invalid", sentence);
  }
  const order = orderOf(request, id, now, expiresAt);
  orders.store(order);
  return { status: 200, body: orderEntity(order, now) };
}

interface OrderRequest {
  order_id?: string;
  order_amount: number;
  order_currency: string;
  order_note?: string;
  order_tags?: Record<string, string>;
  order_expiry_time?: string;
  customer_details: { customer_id: string; customer_phone: string; customer_name?: string; customer_email?: string };
  order_meta?: { return_url?: string; notify_url?: string; payment_methods?: string };
}

function orderOf(request: OrderRequest, id: string, now: number, expiresAt: number): Order {
  const { customer_id, customer_phone, customer_name = null, customer_email = null } = request.customer_details;
  const { return_url = null, notify_url = null, payment_methods = null } = request.order_meta ?? {};
  return {
    id,
    cfId: number(),
    session: newSession(),
    amount: request.order_amount,
    currency: request.order_currency,
    note: request.order_note ?? null,
    tags: request.order_tags ?? null,
    customer: { customer_id, customer_name, customer_email, customer_phone },
    returnUrl: return_url,
    notifyUrl: notify_url,
    paymentMethods: payment_methods,
    createdAt: now,
    expiresAt,
    payments: [],
    refunds: [],
  };
}

function createRefund(
  orders: Orders,
  order: Order,
  body: unknown,
  now: number,
  onRefund: (order: Order, refund: Refund) => void,
): StandInResponse {
  const error = errorIn(refundFields, body);
  if (error !== null) return problem(400, error.code, error.message);
  const request = body as { refund_id: string; refund_amount: number; refund_note?: string };
  if (order.refunds.some(({ id }) => id === request.refund_id)) {
    return problem(409, "refund_already_exists", "refund with same id is already present");
  }
  if (statusOf(order, now) !== "PAID") return problem(400, "order_inactive", "Order is not paid");
  if (request.refund_amount > refundable(order)) {
    return problem(400, "refund_amount_invalid", "refund_amount : is more than what can be refunded");
  }
  const { refund_id: id, refund_amount: amount, refund_note: note = "" } = request;
  const refund = orders.refund(order, { id, amount, note, status: "PENDING", type: "MERCHANT_INITIATED", at: now });
  const response = { status: 200, body: refundEntity(order, refund) };
  onRefund(order, refund);
  return response;
}

function read(order: Order, list: string | undefined, itemId: string | undefined, now: number): StandInResponse {
  if (list === undefined) return { status: 200, body: orderEntity(order, now) };
  const lists = {
    // Newest first.
    payments: order.payments.map((payment) => ({ id: payment.id, entity: paymentEntity(order, payment) })).reverse(),
    refunds: order.refunds.map((refund) => ({ id: refund.id, entity: refundEntity(order, refund) })),
  };
  if (list !== "payments" && list !== "refunds") return wrongUrl;
  if (itemId === undefined) return { status: 200, body: lists[list].map(({ entity }) => entity) };
  const item = lists[list].find(({ id }) => id === itemId);
  if (item !== undefined) return { status: 200, body: item.entity };
  return problem(404, `${list.slice(0, -1)}_not_found`, `${list.slice(0, -1)} does not exist`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
