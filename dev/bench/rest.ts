/** REST compared with an HTTP action that does nothing: requests per second, and their times. */
import { createHmac } from "node:crypto";
import { ms, perSecond, ratioOf, type Row } from "./figures";
import { interleave, REPETITIONS, series, timeOf } from "./loops";
import type { Side } from "./workloads";

const CLIENTS = 16;
const EACH = 20;
/** The first person unused by other workloads. Even numbers are men. All have Gold, so their swipes are unlimited. */
const FIRST = 850;

interface Load {
  rate: number;
  times: number[];
}

/** One client's `k`th request. */
type SendRequest = (client: number, k: number) => Promise<Response>;

/** Measures the most frequent routes, each with the bare action in the same repetition. */
export async function measureRest(side: Side): Promise<Row[]> {
  const base = `${side.siteUrl}/api`;
  const bare: SendRequest = () => fetch(`${base}/nothing`);
  const routes: [string, number, SendRequest][] = [
    ["GET /users/me", 200, (client) => fetch(`${base}/users/me`, { headers: tokenOf(side, client) })],
    ["POST /users/swipe", 200, (client, k) => swipe(side, base, client, k)],
    ["POST /payments/webhook", 200, (client, k) => deliver(base, `order_${client}_${k}`)],
  ];
  await load(bare, 404, 0);
  const rows: Row[] = [];
  for (const [name, status, send] of routes) {
    const loads = await interleave({ ours: (n) => load(send, status, n * EACH), bare: () => load(bare, 404, 0) });
    const rates = loads.ours.map(({ rate }) => rate);
    const bareRates = loads.bare.map(({ rate }) => rate);
    rows.push({
      figure: `REST ${name}, ${CLIENTS} clients`,
      ours: `${perSecond(rates)}/s, ${ms(loads.ours.flatMap(({ times }) => times))}`,
      floor: `(bare) ${perSecond(bareRates)}/s`,
      ratio: ratioOf(rates, bareRates),
    });
  }
  return rows;
}

/** Runs `CLIENTS` clients concurrently. Each makes `EACH` requests, one after the other. */
async function load(send: SendRequest, status: number, offset: number): Promise<Load> {
  const request = async (client: number, k: number) => {
    const response = await send(client, k);
    const text = await response.text();
    if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${text}`);
  };
  const start = performance.now();
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    series(EACH, (k) => timeOf(() => request(client, offset + k))),
  );
  const times = (await Promise.all(clients)).flat();
  return { rate: (times.length * 1_000) / (performance.now() - start), times };
}

function tokenOf({ members }: Side, client: number) {
  return { "x-auth-token": members[FIRST + 2 * client]!.token };
}

function swipe(side: Side, base: string, client: number, k: number): Promise<Response> {
  const woman = FIRST + 201 + 2 * (client * REPETITIONS * EACH + k);
  const body = JSON.stringify({ profileId: side.members[woman]!.id, liked: k % 3 !== 0 });
  const headers = { "content-type": "application/json", ...tokenOf(side, client) };
  return fetch(`${base}/users/swipe`, { method: "POST", headers, body });
}

/** Sends a webhook as the provider does, signed, for an unknown order. */
function deliver(base: string, orderId: string): Promise<Response> {
  const body = JSON.stringify({ type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: orderId } } });
  const timestamp = String(Date.now());
  const signature = createHmac("sha256", "unused")
    .update(timestamp + body)
    .digest("base64");
  const headers = {
    "content-type": "application/json",
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": signature,
  };
  return fetch(`${base}/payments/webhook`, { method: "POST", headers, body });
}
