/**
 * Kills a deployment between the steps of purchases: an order is stored, created at the provider, paid, reported by webhooks, verified.
 * Some orders are paid while the deployment is down, and webhooks are lost. After the restart, polling checks the open orders. It is sometimes
 * killed too. Finally exactly the paid orders must be granted, with one receipt each.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import { pushed } from "../bench/pushing";
import { startOurs, type Running } from "../bench/sides";
import { startCashfree } from "../standIns/cashfree/server";
import { callAs, seededRandom } from "./calls";
import { killDuring, type LoopReport, type Plan } from "./loop";

const { checks } = pushed;

/** Number of the first member without Gold, and how many of them buy. Each buys both products. */
const [FIRST, BUYERS] = [1_000, 1_000];
const CONCURRENT_BUYERS = 12;
const merchant = { clientId: "nightly", clientSecret: "nightly" };

interface Shop {
  ours: Running;
  provider: string;
  random: () => number;
  /** Orders paid at the provider. */
  paid: Set<string>;
  /** Orders that a buyer has received and not paid yet. */
  open: Set<string>;
}

export async function purchases({ root, dir, port, durationMs, seed }: Plan): Promise<LoopReport> {
  const page = path.join(root, "dev/standIns/page");
  const provider = await startCashfree({
    port: 0,
    dir: path.join(dir, "provider"),
    page,
    merchant,
    retryAfterMs: [300],
  });
  const settings = {
    CASHFREE_BASE_URL: `${provider.url}/pg`,
    CASHFREE_CLIENT_ID: merchant.clientId,
    CASHFREE_CLIENT_SECRET: merchant.clientSecret,
    RATE_LIMIT_SCALE: "1000",
  };
  const ours = await startOurs(root, dir, port, FIRST + BUYERS, { settings });
  const shop: Shop = { ours, provider: provider.url, random: seededRandom(seed), paid: new Set(), open: new Set() };
  const faults: string[] = [];
  const until = Date.now() + durationMs;
  let [kills, next, orders] = [0, 0, 0];
  while (Date.now() < until && next < 2 * BUYERS && faults.length === 0) {
    next = await burst(shop, next);
    for (const orderId of shop.open) if (shop.random() < 0.5) await pay(shop, orderId);
    await ours.restart();
    kills += 1 + (await killDuringPolling(shop));
    const rows = await untilSettled(shop);
    orders = rows.length;
    faults.push(...rows.flatMap((row) => faultOf(row, shop.paid.has(row.orderId))));
  }
  await ours.stop();
  await provider.stop();
  const summary = `${kills} kills, ${orders} orders, ${shop.paid.size} paid, each granted once, seed ${seed}`;
  return {
    loop: "purchases",
    summary: faults.length === 0 ? summary : summary.replace(", each granted once", ""),
    faults,
  };
}

/** Lets buyers order, pay and verify until the process is killed. Returns the number of the next purchase. */
async function burst(shop: Shop, first: number): Promise<number> {
  let purchase = first;
  const buyUntilKilled = async () => {
    while (purchase < 2 * BUYERS) await buy(shop, purchase++);
  };
  const buyers = Array.from({ length: CONCURRENT_BUYERS }, buyUntilKilled);
  const enough = shop.paid.size + CONCURRENT_BUYERS / 2;
  await killDuring(Promise.allSettled(buyers), shop.ours, shop.random, () => shop.paid.size >= enough);
  // The next burst retries purchases without a response.
  return Math.max(first, purchase - CONCURRENT_BUYERS);
}

async function buy(shop: Shop, purchase: number): Promise<void> {
  const { random, open, ours } = shop;
  const { token } = ours.side.members[FIRST + (purchase % BUYERS)]!;
  const feature = purchase < BUYERS ? "premium_plan" : "vip_boost";
  const created = await callAs(ours.side.url, token, "action", api.payments.createOrder, { feature });
  if (created.kind !== "value") return;
  const { orderId } = created.value;
  open.add(orderId);
  await pay(shop, orderId);
  if (random() < 0.5) await callAs(ours.side.url, token, "action", api.payments.verify, { orderId });
}

/** Settles an order on the provider's page, with up to two webhooks. */
async function pay({ provider, random, paid, open }: Shop, orderId: string): Promise<void> {
  const outcome = random() < 0.8 ? "SUCCESS" : random() < 0.5 ? "FAILED" : "USER_DROPPED";
  const webhooks = Math.floor(3 * random());
  const body = JSON.stringify({ outcome, webhooks });
  const { ok } = await fetch(`${provider}/sandbox/orders/${orderId}`, { method: "POST", body });
  if (!ok) throw new Error(`The stand-in does not know ${orderId}`);
  open.delete(orderId);
  if (outcome === "SUCCESS") paid.add(orderId);
}

/** Sometimes starts polling and kills the process during it. Returns the number of kills. */
async function killDuringPolling({ ours, random }: Shop): Promise<number> {
  if (random() > 0.3) return 0;
  await ours.call(checks.hurry, {});
  await ours.call(internal.payments.pollDue, {});
  await wait(50 * random());
  await ours.kill();
  await ours.restart();
  return 1;
}

type Row = FunctionReturnType<typeof checks.orders>[number];

/** Waits until all paid orders are granted, at most about ten seconds. Returns all orders. */
async function untilSettled({ ours, paid }: Shop): Promise<Row[]> {
  const readOrders = () => ours.call(checks.orders, {});
  await ours.call(checks.hurry, {});
  for (let tries = 0; tries < 100; tries++) {
    const rows = await readOrders();
    const ready = rows.every(({ orderId, status }) => status === "paid" || !paid.has(orderId));
    if (ready && tries > 0) return rows;
    await ours.call(internal.payments.pollDue, {});
    await wait(100);
  }
  return await readOrders();
}

function faultOf({ orderId, status, has, receipts }: Row, isPaid: boolean): string[] {
  if (!isPaid) return status === "paid" || receipts > 0 ? [`${orderId} was not paid and is ${status}`] : [];
  const isCorrect = status === "paid" && has && receipts === 1;
  return isCorrect ? [] : [`${orderId} was paid: ${status}, granted: ${has}, ${receipts} receipts`];
}
