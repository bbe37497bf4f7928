/** The provider's answers about one order, put together into what they mean for us. */
import type { Infer } from "convex/values";
import type { providerWord, refundWord } from "../validatorsPayments";
import { getOrder, getPayments, getRefunds, type ProviderPayment } from "./cashfree";

/** Its word, and what to tell the buyer meanwhile. `pending`: it does not know yet itself. */
export type Heard = { word: Infer<typeof providerWord>; pending: boolean; message: string };

/** Asks what became of an order. Null: there was no answer that says anything. */
export async function askAboutPayment(orderId: string): Promise<Heard | null> {
  const order = await getOrder(orderId);
  if (order.kind === "refused" && order.status === 404) {
    return { word: { kind: "gone" }, pending: false, message: FAILED };
  }
  if (order.kind !== "ok") return null;
  const { order_id, order_status, order_amount: amount, order_currency: currency } = order.value;
  if (order_status === "PAID") {
    return { word: { kind: "paid", orderId: order_id, amount, currency }, pending: false, message: "" };
  }
  const payments = await getPayments(orderId);
  if (payments.kind !== "ok") return null;
  return judge(payments.value, order_status !== "ACTIVE");
}

/** Asks what became of the money of a paid order. `ours`: the refund that we asked for. */
export async function askAboutRefunds(
  orderId: string,
  amount: number,
  ours: string | null,
): Promise<Infer<typeof refundWord> | null> {
  const refunds = await getRefunds(orderId);
  if (refunds.kind !== "ok") return null;
  const done = refunds.value.filter(({ refund_status }) => refund_status === "SUCCESS");
  const returned = done.reduce((total, { refund_amount }) => total + refund_amount, 0);
  if (returned >= amount) {
    const all = await isAllReturned(orderId, amount, returned);
    if (all !== false) return all === null ? null : "done";
  }
  const own = refunds.value.find(({ refund_id }) => ours !== null && refund_id === ours);
  if (own === undefined) return "none";
  return ["CANCELLED", "FAILED"].includes(own.refund_status) ? "refused" : "pending";
}

const FAILED = "Payment failed";
const MESSAGE_MAX = 200;

/** One order can have several tries; an order is paid a moment after its try is. */
function judge(payments: ProviderPayment[], over: boolean): Heard {
  const [last] = payments.toSorted((a, b) => timeOf(b) - timeOf(a));
  const pending = payments.some(({ payment_status }) => ["SUCCESS", "PENDING"].includes(payment_status));
  const failed = !pending && (over || (last !== undefined && last.payment_status !== "NOT_ATTEMPTED"));
  const message = last?.payment_message?.trim().slice(0, MESSAGE_MAX) || FAILED;
  return { word: { kind: "unpaid", failed }, pending, message: pending ? "" : message };
}

function timeOf({ payment_time }: ProviderPayment): number {
  return Date.parse(payment_time ?? "") || 0;
}

/** Where two tries succeeded, the provider sends one of them back by itself: then the order is still paid. */
async function isAllReturned(orderId: string, amount: number, returned: number): Promise<boolean | null> {
  const payments = await getPayments(orderId);
  if (payments.kind !== "ok") return null;
  const paid = payments.value.filter(({ payment_status }) => payment_status === "SUCCESS").length;
  return returned >= paid * amount;
}
