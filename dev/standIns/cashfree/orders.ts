import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { randomBytes, randomInt } from "node:crypto";
import path from "node:path";
import { readJsonLines } from "../jsonLines";

export type Outcome = "SUCCESS" | "FAILED" | "USER_DROPPED" | "PENDING";

/** An attempt to pay an order. All amounts are in rupees, as at the provider. */
export interface Payment {
  id: string;
  outcome: Outcome;
  amount: number;
  message: string;
  at: number;
}

export interface Refund {
  id: string;
  cfId: string;
  amount: number;
  note: string;
  status: "PENDING" | "SUCCESS" | "CANCELLED";
  type: "MERCHANT_INITIATED" | "PAYMENT_AUTO_REFUND";
  at: number;
}

export interface Order {
  id: string;
  cfId: string;
  session: string;
  amount: number;
  currency: string;
  note: string | null;
  tags: Record<string, string> | null;
  customer: {
    customer_id: string;
    customer_name: string | null;
    customer_email: string | null;
    customer_phone: string;
  };
  returnUrl: string | null;
  notifyUrl: string | null;
  paymentMethods: string | null;
  createdAt: number;
  expiresAt: number;
  payments: Payment[];
  refunds: Refund[];
}

/** All orders, in memory and in a file. Each change appends the order again, and the last line counts. */
export class Orders {
  readonly #all = new Map<string, Order>();
  readonly #file: string;

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#file = path.join(dir, "orders.jsonl");
    if (!existsSync(this.#file)) return;
    for (const order of readJsonLines<Order>(this.#file)) this.#all.set(order.id, order);
    // Ends a line that a crash truncated.
    appendFileSync(this.#file, "\n");
  }

  get(id: string) {
    return this.#all.get(id);
  }

  bySession(session: string) {
    return this.list().find((order) => order.session === session);
  }

  /** Returns all orders, newest first. */
  list() {
    return [...this.#all.values()].reverse();
  }

  store(order: Order) {
    appendFileSync(this.#file, `${JSON.stringify(order)}\n`, { mode: 0o600 });
    this.#all.set(order.id, order);
  }

  /** Records an attempt. A paid order is not charged again: a second success returns the first one. */
  pay(order: Order, outcome: Outcome, now: number): Payment {
    const paid = order.payments.find((payment) => payment.outcome === "SUCCESS");
    if (outcome === "SUCCESS" && paid !== undefined) return paid;
    const payment = { id: number(), outcome, amount: order.amount, message: messages[outcome], at: now };
    order.payments.push(payment);
    this.store(order);
    return payment;
  }

  refund(order: Order, refund: Omit<Refund, "cfId">): Refund {
    const stored = { ...refund, cfId: number() };
    order.refunds.push(stored);
    this.store(order);
    return stored;
  }
}

/** Returns the provider's name for an order's state. */
export function statusOf(order: Order, now: number): "PAID" | "EXPIRED" | "ACTIVE" {
  if (order.payments.some(({ outcome }) => outcome === "SUCCESS")) return "PAID";
  return now >= order.expiresAt ? "EXPIRED" : "ACTIVE";
}

/** Returns the amount that can still be refunded. */
export function refundable(order: Order): number {
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  const paid = order.payments.filter(({ outcome }) => outcome === "SUCCESS");
  return sum(paid) - sum(order.refunds.filter(({ status }) => status !== "CANCELLED"));
}

/** Returns a number like the provider's for payments and refunds. */
export function number(): string {
  return `${randomInt(1e9, 9e9)}`;
}

export function newSession(): string {
  return `session_${randomBytes(60).toString("base64url")}`;
}

const messages: Record<Outcome, string> = {
  SUCCESS: "Simulated response message",
  FAILED: "Transaction declined by the bank",
  USER_DROPPED: "User dropped and did not complete the two factor authentication",
  PENDING: "Transaction is pending",
};
