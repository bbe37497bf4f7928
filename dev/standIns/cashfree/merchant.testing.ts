/** A merchant's server and calls, for the tests of the payment stand-in. Each test has its own stand-in and folder. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { listen, type LocalServer } from "../listen";
import { startCashfree } from "./server";

export let dir: string;
export let standIn: LocalServer;
export let shop: Shop;

/** Starts a stand-in and a merchant's server for each test of the file. */
export function startForEach(): void {
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "pay-"));
    await start();
    shop = new Shop();
    await shop.open();
  });
  afterEach(async () => {
    await shop.stop();
    await standIn.stop();
    await rm(dir, { recursive: true });
  });
}

/** Starts the stand-in on the test's folder, also again after a stop. */
export async function start(): Promise<void> {
  standIn = await startCashfree({
    port: 0,
    dir,
    page: path.join(import.meta.dirname, "../page"),
    merchant: { clientId: "me", clientSecret: "secret" },
    refundTakesMs: 0,
    retryAfterMs: [0, 0, 0],
  });
}

const headers = { "x-client-id": "me", "x-client-secret": "secret", "x-api-version": "2025-01-01" };

export const orderRequest = () => ({
  order_id: "order_1",
  order_amount: 99,
  order_currency: "INR",
  customer_details: { customer_id: "asha1", customer_phone: "9876543210", customer_name: "Asha" },
  order_meta: { return_url: "http://127.0.0.1:5173/back?order_id={order_id}", notify_url: shop.url },
});

export async function api(method: string, address: string, body?: unknown, more: Record<string, string> = {}) {
  const response = await fetch(`${standIn.url}/pg/${address}`, {
    method,
    headers: { ...headers, ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const received = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: received, headers: response.headers };
}

export const create = async (changes: object = {}) => await api("POST", "orders", { ...orderRequest(), ...changes });

export const control = async (address: string, body: unknown) =>
  await fetch(`${standIn.url}/sandbox/orders/${address}`, { method: "POST", body: JSON.stringify(body) });

export const submitCheckout = async (body: Record<string, string>) =>
  await fetch(`${standIn.url}/checkout`, { method: "POST", body: new URLSearchParams(body), redirect: "manual" });

/** A webhook delivery, as it arrived. */
interface Delivery {
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** The merchant's server: records deliveries and responds with a given status. */
class Shop {
  readonly deliveries: Delivery[] = [];
  readonly #server: Server;
  #listening: LocalServer | undefined;
  statuses: number[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        response.writeHead(this.statuses.shift() ?? 200).end();
        this.deliveries.push({ headers: request.headers, text });
        this.#server.emit("delivery");
      });
    });
  }

  async open() {
    this.#listening = await listen(this.#server, 0);
  }

  get url() {
    return `${this.#listening?.url}/hook`;
  }

  async waitFor(count: number) {
    while (this.deliveries.length < count) await once(this.#server, "delivery");
    return this.deliveries.map(
      ({ text }) => JSON.parse(text) as { type: string; data: Record<string, Record<string, unknown>> },
    );
  }

  async stop() {
    await this.#listening?.stop();
  }
}
