import { pageFile, serveStandIn, type StandInResponse, type StandInRequest } from "../server";
import type { LocalServer } from "../listen";
import { cashfreeApi, problem, type Merchant } from "./api";
import { checkoutPage, closedPage, overviewPage, returnAddress } from "./checkout";
import { paymentEvent, refundEvent } from "./entities";
import { number, Orders, refundable, statusOf, type Order, type Outcome, type Refund } from "./orders";
import { Webhooks } from "./webhooks";

const outcomes: Outcome[] = ["SUCCESS", "FAILED", "USER_DROPPED", "PENDING"];
/** Milliseconds that a refund stays pending, so that this state can be seen. */
const REFUND_MS = 1_500;

interface Options {
  port: number;
  /** Origins of the pages that open the checkout. */
  pages?: readonly string[];
  dir: string;
  /** The folder `dev/standIns/page`. */
  page: string;
  merchant: Merchant;
  refundTakesMs?: number;
  retryAfterMs?: number[];
}

/** Starts the payment stand-in: Cashfree's orders API, its browser script, a checkout, webhooks, and control calls. */
export async function startCashfree(options: Options): Promise<LocalServer> {
  const orders = new Orders(options.dir);
  const webhooks = new Webhooks(options.merchant.clientSecret, options.retryAfterMs);
  const timers = new Set<NodeJS.Timeout>();
  const controls = new OrderControls(orders, webhooks);

  const onRefund = (order: Order, refund: Refund) => {
    const timer = setTimeout(() => controls.finish(order, refund), options.refundTakesMs ?? REFUND_MS);
    timers.add(timer);
  };
  for (const order of orders.list()) {
    for (const refund of order.refunds.filter(({ status }) => status === "PENDING")) onRefund(order, refund);
  }
  const api = cashfreeApi({ merchant: options.merchant, orders, now: Date.now, onRefund });

  const standIn = await serveStandIn({
    port: options.port,
    pages: options.pages,
    isAffected: isApi,
    fault: (status) => problem(status, status === 429 ? "request_failed" : "internal_error", "As ordered").body,
    handle: (request) => {
      const { pathname } = request.url;
      if (isApi(pathname)) return api(request);
      if (pathname.startsWith("/sandbox/")) return controls.control(request);
      return respondToBrowser(request, controls, options.page);
    },
  });
  return {
    url: standIn.url,
    stop: async () => {
      webhooks.stop();
      for (const timer of timers) clearTimeout(timer);
      await standIn.stop();
    },
  };
}

/** Changes orders, after a click in the checkout or a control call. */
class OrderControls {
  readonly orders: Orders;
  readonly webhooks: Webhooks;

  constructor(orders: Orders, webhooks: Webhooks) {
    this.orders = orders;
    this.webhooks = webhooks;
  }

  pay(order: Order, outcome: Outcome, copies = 1) {
    const payment = this.orders.pay(order, outcome, Date.now());
    // The provider sends no webhook for a pending payment.
    if (outcome !== "PENDING") this.webhooks.send(order.notifyUrl, paymentEvent(order, payment), copies);
  }

  finish(order: Order, refund: Refund, copies = 1) {
    refund.status = "SUCCESS";
    this.orders.store(order);
    this.webhooks.send(order.notifyUrl, refundEvent(order, refund), copies);
  }

  /** Handles `POST /sandbox/orders/{id} {outcome, webhooks?, amount?}` and `POST /sandbox/orders/{id}/refund {webhooks?}`. */
  control({ method, url, json }: StandInRequest): StandInResponse {
    const [, , id = "", action] = url.pathname.slice(1).split("/");
    const order = this.orders.get(decodeURIComponent(id));
    if (method !== "POST" || !url.pathname.startsWith("/sandbox/orders/")) return notFound;
    if (order === undefined) return problem(404, "order_not_found", "There is no such order");
    const { outcome, webhooks = 1, amount } = (json() ?? {}) as Record<string, unknown>;
    if (!isCount(webhooks)) return problem(400, "request_invalid", "webhooks : should be a number from 0 to 1000");
    if (action === "refund") return this.#refundLatePayment(order, webhooks);
    if (action !== undefined) return notFound;
    if (!outcomes.includes(outcome as Outcome)) {
      return problem(400, "request_invalid", `outcome : should be one of ${outcomes.join(", ")}`);
    }
    if (amount !== undefined && (typeof amount !== "number" || !(amount > 0))) {
      return problem(400, "request_invalid", "amount : should be a number of rupees");
    }
    if (amount !== undefined) order.amount = amount;
    this.pay(order, outcome as Outcome, webhooks);
    return { status: 200, body: { order_id: order.id, order_status: statusOf(order, Date.now()) } };
  }

  /** Refunds a late payment, as the provider does on its own. */
  #refundLatePayment(order: Order, copies: number): StandInResponse {
    const amount = refundable(order);
    if (amount <= 0) return problem(400, "order_inactive", "There is nothing to refund");
    const at = Date.now();
    const refund = {
      id: `auto${number()}`,
      amount,
      note: "",
      status: "PENDING",
      type: "PAYMENT_AUTO_REFUND",
      at,
    } as const;
    this.finish(order, this.orders.refund(order, refund), copies);
    return { status: 200, body: { order_id: order.id, refund_status: "SUCCESS" } };
  }
}

const notFound = problem(404, "not_found", "There is nothing here");
const files: Record<string, string> = { "/js/v3/cashfree.js": "cashfree.js", "/page.css": "page.css" };

function isApi(pathname: string) {
  return pathname.startsWith("/pg/") && !pathname.startsWith("/pg/view/");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1_000;
}

function respondToBrowser(request: StandInRequest, controls: OrderControls, folder: string): StandInResponse {
  const { method, url, text } = request;
  const file = files[url.pathname];
  if (method === "GET" && file !== undefined) return pageFile(folder, file);
  if (method === "GET" && url.pathname === "/") {
    const listed = controls.orders.list().map((order) => ({ order, status: statusOf(order, Date.now()) }));
    return html(overviewPage(listed.slice(0, 200)), null);
  }
  if (method === "POST" && url.pathname === "/pg/view/sessions/checkout") {
    const session = new URLSearchParams(text).get("payment_session_id") ?? "";
    return redirect(`/checkout?session=${encodeURIComponent(session)}`);
  }
  if (url.pathname !== "/checkout") return notFound;
  const fields = method === "POST" ? new URLSearchParams(text) : url.searchParams;
  return checkout(controls, fields, method === "POST");
}

function checkout(controls: OrderControls, fields: URLSearchParams, isSubmitted: boolean): StandInResponse {
  const order = controls.orders.bySession(fields.get("session") ?? "");
  if (order === undefined) return html(closedPage("There is no such payment", null), null);
  const back = returnAddress(order);
  const status = statusOf(order, Date.now());
  if (status === "PAID" && !isSubmitted) return html(closedPage("This is already paid", back), order);
  if (status === "EXPIRED") return html(closedPage("The time to pay is over", back), order);
  if (!isSubmitted) return html(checkoutPage(order), order);
  const outcome = outcomes.find((candidate) => candidate === fields.get("outcome"));
  if (outcome === undefined) return html(checkoutPage(order), order);
  if (status === "ACTIVE") controls.pay(order, outcome);
  return back === null ? html(closedPage("Thank you", null), order) : redirect(back);
}

function redirect(address: string): StandInResponse {
  return { status: 303, body: "", headers: { location: address } };
}

/** Returns an HTML page. Its form-action includes the shop, because browsers follow a form's redirect only to allowed origins. */
function html(body: string, order: Order | null): StandInResponse {
  const back = order?.returnUrl ? ` ${new URL(order.returnUrl.replace(/[{}]/g, "")).origin}` : "";
  const policy = `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'${back}; frame-ancestors 'none'`;
  return {
    status: 200,
    body,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // Without a policy, a browser would not send the origin of the checkout's form.
      "referrer-policy": "same-origin",
    },
  };
}
