/** A payment provider for tests: its orders, responses, faults and webhooks. */
import { vi } from "vitest";
import { settled, type Product } from "./product.testing";

type Refund = { id: string | null; amount: number; status: "PENDING" | "SUCCESS" | "CANCELLED" };
type Payment = { status: string; message: string; time: string };
export type Sold = {
  id: string;
  /** The provider's own number. */
  number: string;
  session: string;
  /** In rupees, like everything here. */
  amount: number;
  currency: string;
  status: "ACTIVE" | "PAID" | "EXPIRED";
  asked: Record<string, unknown>;
  payments: Payment[];
  refunds: Refund[];
};
type Call = { method: string; path: string; headers: Headers; body: Record<string, unknown> };

/** How a test can tamper with a delivery. */
export type Tampering = {
  secret?: string;
  age?: number;
  body?: (text: string) => string;
  headers?: Record<string, string>;
};

/** The provider of one test: its orders, the calls it received, and the faults it was given. */
export class Provider {
  readonly orders = new Map<string, Sold>();
  readonly calls: Call[] = [];
  /** The faults of the next calls: a refusal with this status, or a lost response. */
  faults: (number | "lost")[] = [];
  /** The status that new refunds get. */
  refunding: Refund["status"] = "SUCCESS";
  /** Runs each response, so that a test can delay it. */
  pace: <T>(answer: () => Promise<T>) => Promise<T> = (answer) => answer();
  /** Fields of an order that it returns wrongly. */
  wrongFields: Partial<{ order_id: string; order_amount: number; order_currency: string; order_status: string }> = {};

  /** Replaces `fetch` for calls to the provider. */
  constructor() {
    const others = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(BASE)) return await others(request);
      const body = (request.method === "POST" ? await request.json() : {}) as Record<string, unknown>;
      const call = { method: request.method, path: request.url.slice(BASE.length), headers: request.headers, body };
      this.calls.push(call);
      return await this.pace(async () => this.#answer(call));
    });
  }

  order(id: string): Sold {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`The provider has no order ${id}`);
    return order;
  }

  pay(id: string, amount?: number): void {
    const order = this.order(id);
    if (order.status === "PAID") return;
    order.status = "PAID";
    order.amount = amount ?? order.amount;
    this.#try(order, "SUCCESS", "Simulated response message");
  }

  /** Adds a failed payment, or a pending one. */
  fails(id: string, status = "FAILED", message = "Card declined"): void {
    this.#try(this.order(id), status, message);
  }

  /** Refunds on its own, without one of our ids. */
  giveBack(id: string, amount = this.order(id).amount): void {
    this.order(id).refunds.push({ id: null, amount, status: "SUCCESS" });
  }

  finishRefunds(status: Refund["status"] = "SUCCESS"): void {
    for (const { refunds } of this.orders.values()) {
      for (const refund of refunds.filter((one) => one.status === "PENDING")) refund.status = status;
    }
  }

  /** True if an order is paid and not fully refunded. */
  isPaid(id: string): boolean {
    const { status, amount, refunds } = this.order(id);
    const back = refunds
      .filter((refund) => refund.status === "SUCCESS")
      .reduce((sum, refund) => sum + refund.amount, 0);
    return status === "PAID" && back < amount;
  }

  #try(order: Sold, status: string, message: string): void {
    order.payments.unshift({ status, message, time: new Date(Date.now() + order.payments.length).toISOString() });
  }

  #answer(call: Call): Response {
    const fault = this.faults.shift();
    if (typeof fault === "number") return Response.json({ message: "fault", code: "api_error" }, { status: fault });
    const answer = this.#handle(call);
    if (fault === "lost") throw new TypeError("The answer was lost");
    return answer;
  }

  #handle({ method, path, body }: Call): Response {
    const [, , id = "", part] = path.split("/");
    if (method === "POST" && id === "") return this.#create(body);
    const order = this.orders.get(id);
    if (order === undefined) return Response.json({ code: "order_not_found" }, { status: 404 });
    if (part === "payments") {
      const listed = order.payments.map(({ status, message, time }) => ({
        payment_status: status,
        payment_message: message,
        payment_time: time,
      }));
      return Response.json(listed);
    }
    if (part === "refunds")
      return method === "POST" ? this.#refund(order, body) : Response.json(order.refunds.map(seen));
    return Response.json(this.#entity(order));
  }

  #create(body: Record<string, unknown>): Response {
    const id = String(body.order_id);
    if (this.orders.has(id)) return Response.json({ code: "order_already_exists" }, { status: 409 });
    // The real provider wants more than a quarter of an hour.
    const minutesLeft = (Date.parse(String(body.order_expiry_time)) - Date.now()) / 60_000;
    if (minutesLeft <= 15) return Response.json({ code: "order_expiry_time_invalid" }, { status: 400 });
    const order: Sold = {
      id,
      number: String(2_149_000_000 + this.orders.size),
      session: `session_${id}`,
      amount: Number(body.order_amount),
      currency: String(body.order_currency),
      status: "ACTIVE",
      asked: body,
      payments: [],
      refunds: [],
    };
    this.orders.set(id, order);
    return Response.json(this.#entity(order));
  }

  #refund(order: Sold, body: Record<string, unknown>): Response {
    const [id, amount] = [String(body.refund_id), Number(body.refund_amount)];
    if (order.refunds.some((refund) => refund.id === id)) {
      return Response.json({ code: "refund_already_exists" }, { status: 409 });
    }
    if (!this.isPaid(order.id)) return Response.json({ code: "order_inactive" }, { status: 400 });
    const refund = { id, amount, status: this.refunding };
    order.refunds.push(refund);
    return Response.json(seen(refund));
  }

  #entity({ id, number, session, amount, currency, status }: Sold) {
    return {
      order_id: id,
      order_status: status,
      order_amount: amount,
      order_currency: currency,
      payment_session_id: session,
      cf_order_id: number,
      ...this.wrongFields,
    };
  }
}

/** Posts a delivery about an order, with a valid signature unless tampered with, and waits until it is processed. */
export async function posts(t: Product, orderId: string, type = "PAYMENT_SUCCESS_WEBHOOK", tampered: Tampering = {}) {
  const about = { order_id: orderId, order_amount: 99, order_currency: "INR" };
  const data = type.startsWith("REFUND") ? { refund: about } : { order: about, payment: { payment_status: "SUCCESS" } };
  // The provider writes amounts like this. A check of the parsed and rewritten body would fail.
  const text = JSON.stringify({ data, type }).replace(":99,", ":99.00,");
  const timestamp = String(Date.now() - (tampered.age ?? 0));
  const headers = {
    "content-type": "application/json",
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": await signature(tampered.secret ?? "secret", timestamp + text),
    ...tampered.headers,
  };
  const response = await t.fetch("/api/payments/webhook", {
    method: "POST",
    headers,
    body: tampered.body?.(text) ?? text,
  });
  await settled(t);
  return response.status;
}

const BASE = "https://pay.test/pg";

function seen({ id, amount, status }: Refund) {
  return { refund_id: id, refund_amount: amount, refund_status: status };
}

/** Signs a delivery like the provider. */
export async function signature(secret: string, text: string): Promise<string> {
  const utf8 = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text)));
  return btoa(String.fromCharCode(...bytes));
}
