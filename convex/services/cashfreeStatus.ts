/** The meaning of the provider's responses about one order. */
import type { Infer } from "convex/values";
import type { providerStatus, refundStatus, startedRefund } from "../validators/payments";
import { createRefund, getOrder, getPayments, getRefunds, type ProviderPayment } from "./cashfree";

/** The provider's status of an order, and the message for the buyer. `pending`: even the provider does not know yet. */
export type PaymentReport = {
  status: Infer<typeof providerStatus>;
  pending: boolean;
  /** The buyer left the provider's page without paying. */
  cancelled: boolean;
  message: string;
};

/** Fetches the payment status of an order. Returns null if the provider gave no usable response. */
export async function fetchPaymentStatus(orderId: string): Promise<PaymentReport | null> {
  const order = await getOrder(orderId);
  if (order.kind === "refused" && order.status === 404) {
    return { status: { kind: "gone" }, pending: false, cancelled: false, message: FAILED };
  }
  if (order.kind !== "ok") return null;
  const { order_id, order_status, order_amount: amount, order_currency: currency } = order.value;
  if (order_status === "PAID") {
    const status = { kind: "paid" as const, orderId: order_id, amount, currency };
    return { status, pending: false, cancelled: false, message: "" };
  }
  const payments = await getPayments(orderId);
  if (payments.kind !== "ok") return null;
  return reportOf(payments.value, order_status !== "ACTIVE");
}

/** Fetches the refund status of a paid order. `ownRefundId`: the id of the refund that we requested. */
export async function fetchRefundStatus(
  orderId: string,
  amount: number,
  ownRefundId: string | null,
): Promise<Infer<typeof refundStatus> | null> {
  const refunds = await getRefunds(orderId);
  if (refunds.kind !== "ok") return null;
  const own = refunds.value.find(({ refund_id }) => ownRefundId !== null && refund_id === ownRefundId);
  if (own?.refund_status === "SUCCESS") return "done";
  const done = refunds.value.filter(({ refund_status }) => refund_status === "SUCCESS");
  const returned = done.reduce((total, { refund_amount }) => total + refund_amount, 0);
  if (returned >= amount) {
    const all = await isAllReturned(orderId, amount, returned);
    if (all !== false) return all === null ? null : "done";
  }
  if (own === undefined) return "none";
  return isRefused(own.refund_status) ? "refused" : "pending";
}

/** Sends a refund and returns its status, or null while that is unknown. Idempotent by the refund's id. */
export async function sendRefund(refund: Infer<typeof startedRefund>): Promise<Infer<typeof refundStatus> | null> {
  const { orderId, id, amount } = refund;
  const result = await createRefund(orderId, id, amount);
  if (result.kind === "unreachable") return null;
  if (result.kind === "ok") {
    const { refund_status: status } = result.value;
    if (status === "SUCCESS") return "done";
    return isRefused(status) ? "refused" : "pending";
  }
  // The provider also refuses a refund that it already has, from a try whose response was lost.
  const status = await fetchRefundStatus(orderId, amount, id);
  return status === "none" ? "refused" : status;
}

const FAILED = "Payment failed";
const CANCELLED = "Payment cancelled. You were not charged.";
const MAX_MESSAGE = 200;

/** True if this refund status means that no money goes back. */
function isRefused(status: string): boolean {
  return status === "CANCELLED" || status === "FAILED";
}

/**
 * Returns the report of an order from its payments, which can be several. It becomes paid a moment after one of them succeeds.
 */
function reportOf(payments: ProviderPayment[], isClosed: boolean): PaymentReport {
  const [last] = payments.toSorted((a, b) => timeOf(b) - timeOf(a));
  const pending = payments.some(({ payment_status }) => ["SUCCESS", "PENDING"].includes(payment_status));
  const cancelled = !pending && !isClosed && ABANDONED.has(last?.payment_status ?? "NOT_ATTEMPTED");
  const message = cancelled ? CANCELLED : last?.payment_message?.trim().slice(0, MAX_MESSAGE) || FAILED;
  const status = { kind: "unpaid" as const, failed: !pending && !cancelled };
  return { status, pending, cancelled, message: pending ? "" : message };
}

/** The status of the last payment when the buyer came back without paying and the order can still be paid. */
const ABANDONED: ReadonlySet<string> = new Set(["NOT_ATTEMPTED", "USER_DROPPED", "CANCELLED"]);

function timeOf({ payment_time }: ProviderPayment): number {
  return Date.parse(payment_time ?? "") || 0;
}

/**
 * True if all money of an order went back. Null: unknown. If two payments succeeded, the provider returns one on its own, and the order
 * stays paid.
 */
async function isAllReturned(orderId: string, amount: number, returned: number): Promise<boolean | null> {
  const payments = await getPayments(orderId);
  if (payments.kind !== "ok") return null;
  const paid = payments.value.filter(({ payment_status }) => payment_status === "SUCCESS").length;
  return returned >= paid * amount;
}
