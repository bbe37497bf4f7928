/** Helpers for buying: the buttons, and the provider's stand-in, where orders are settled. */
import { expect, type Page } from "@playwright/test";
import { call, type Member } from "./people";
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

/** Settles an order at the provider, with a number of webhooks. */
export async function settle(ready: Ready, order: string, what: object) {
  const answer = await fetch(`${ready.payUrl}/sandbox/orders/${order}`, { method: "POST", body: JSON.stringify(what) });
  expect(answer.status).toBe(200);
}

/** Starts a checkout. Returns the open order. */
export async function orderOf(ready: Ready, buyer: Member): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature: "unlimited_swipes" }, buyer.token);
  return (made as { value: { orderId: string } }).value.orderId;
}

/** Sets how the provider responds to its next `count` requests. A `count` of 0 restores normal responses. */
export async function fault(ready: Ready, what: { status?: number; count: number }) {
  await fetch(`${ready.payUrl}/faults`, { method: "POST", body: JSON.stringify(what) });
}

/** How many orders the provider knows. */
export async function ordersMade(ready: Ready): Promise<number> {
  return ((await (await fetch(ready.payUrl)).text()).match(/<tr>/g) ?? []).length;
}
