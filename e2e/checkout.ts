/** What buying shares: the buttons, and the provider's stand-in, where orders are settled and faults are made. */
import type { Page } from "@playwright/test";
import { expect } from "./demands/people";
import { call, type Member } from "./doors";
import type { Ready } from "./product";

export const upgrade = (page: Page) => page.getByRole("button", { name: "Upgrade Now" });
export const tick = (page: Page) => page.getByRole("img", { name: "Gold member" });

/** The modal with both purchases, opened from /upgrade. */
export async function openModal(page: Page) {
  await page.getByRole("button", { name: /VIP Boost/ }).click();
  const modal = page.getByRole("dialog");
  await expect(modal).toBeVisible();
  return modal;
}

/** Pays as from another device. Answers the order. */
export async function buyOutside(
  ready: Ready,
  buyer: Member,
  feature: "unlimited_swipes" | "vip_boost",
): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature }, buyer.token);
  const { orderId } = (made as { value: { orderId: string } }).value;
  await settle(ready, orderId, { outcome: "SUCCESS" });
  const verified = await call(ready, "action", "payments:verify", { orderId }, buyer.token);
  expect(verified).toMatchObject({ value: { verified: true, feature } });
  return orderId;
}

/** The provider's control: what happens to an order, and how often it tells. */
export async function settle(ready: Ready, order: string, what: object) {
  const answer = await fetch(`${ready.payUrl}/sandbox/orders/${order}`, { method: "POST", body: JSON.stringify(what) });
  expect(answer.status).toBe(200);
}

/** What asking for a checkout gives: the one order that is open. */
export async function orderOf(ready: Ready, buyer: Member): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature: "unlimited_swipes" }, buyer.token);
  return (made as { value: { orderId: string } }).value.orderId;
}

/** How the provider answers from now on; `count` 0: as always. */
export async function fault(ready: Ready, what: object) {
  await fetch(`${ready.payUrl}/faults`, { method: "POST", body: JSON.stringify(what) });
}

/** The provider takes so long for its next answer. */
export async function slow(ready: Ready, delayMs: number) {
  await fault(ready, { delayMs, count: 1 });
}
