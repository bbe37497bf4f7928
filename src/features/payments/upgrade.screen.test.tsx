import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo, stopClock } from "../../testing/page";
import { member, type Me } from "../../testing/people";
import { leaves, provider } from "./provider.testing";

const upgrade = page.getByRole("button", { name: "Upgrade Now" });
const modal = page.getByRole("dialog", { name: "Upgrade your festival" });
const boost = modal.getByRole("region", { name: "VIP Boost" }).getByRole("button");
const busy = page.getByRole("button", { name: "Processing..." });
const order = { orderId: "order_1", paymentSessionId: "session_1" };
const late = "Failed to process payment. Please try again.";

test("/upgrade shows 'Unlock Premium Experience', ₹99 one-time and the benefits, SuperLike as upcoming", async () => {
  showUpgrade();
  await expect.element(page.getByRole("heading", { name: "Unlock Premium Experience" })).toBeVisible();
  await expect.element(page.getByText("₹99", { exact: true })).toBeVisible();
  await expect.element(page.getByText("one-time", { exact: true })).toBeVisible();
  const benefits = page.getByRole("list", { name: "What Gold gives you" }).getByRole("listitem");
  expect(benefits.elements().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Unlimited swipes.*undo as often as you like/),
    expect.stringMatching(/^Priority placement/),
    expect.stringMatching(/^Enhanced visibility/),
    expect.stringMatching(/^Blue verification tick/),
    expect.stringMatching(/^Golden glowing card/),
    expect.stringMatching(/^SuperLike\s*Upcoming/),
  ]);
});

test("/upgrade says that nothing renews and leads to the refund policy", async () => {
  showUpgrade();
  await expect.element(page.getByText("You pay once. Nothing renews.")).toBeVisible();
  await page.getByRole("link", { name: "Refunds and cancellation" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Refund and Cancellation Policy" })).toBeVisible();
  expect(window.location.pathname).toBe("/refund-cancellation");
});

test("/upgrade tells a Gold member that they have Gold, and sells only VIP", async () => {
  showUpgrade({ isPremium: true, premiumPurchasedAt: Date.parse("2025-11-20T12:00:00Z") });
  await expect.element(page.getByRole("heading", { name: "You have Gold" })).toBeVisible();
  await expect.element(page.getByText("Since 20 November")).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "VIP Boost" }).getByRole("button")).toHaveTextContent("₹50");
});

test("the modal offers Unlimited Swipes for the festival and VIP Boost at the top of the queue, each at its price", async () => {
  showUpgrade();
  await openModal();
  const gold = modal.getByRole("region", { name: "Unlimited Swipes" });
  await expect.element(gold).toHaveTextContent("Valid for the festival duration");
  await expect.element(gold.getByRole("button")).toHaveTextContent("₹99");
  const vip = modal.getByRole("region", { name: "VIP Boost" });
  await expect.element(vip).toHaveTextContent("Featured at the top of everyone's swipe queue");
  await expect.element(vip.getByRole("button")).toHaveTextContent("₹50");
});

test("a VIP is not offered VIP again", async () => {
  showUpgrade({ isVIP: true });
  await expect.element(page.getByRole("heading", { name: "Unlock Premium Experience" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /VIP Boost/ })).not.toBeInTheDocument();
});

test("during a payment both buttons of the modal are disabled and say Processing...", async () => {
  showUpgrade();
  provider.loads(leaves);
  await openModal();
  await boost.click();
  await expect.element(modal.getByRole("button", { name: "Processing..." }).first()).toBeDisabled();
  await expect.element(modal.getByRole("button", { name: "Processing..." }).last()).toBeDisabled();
  expect(modal.getByRole("button", { name: "Processing..." }).elements()).toHaveLength(2);
});

test("two presses make one order, which opens the provider's page in this window", async () => {
  showUpgrade();
  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  deployment.answer(api.payments.createOrder, order);
  await upgrade.dblClick();
  await expect.poll(() => checkout.mock.calls).toEqual([[{ paymentSessionId: "session_1", redirectTarget: "_self" }]]);
  expect(deployment.calls(api.payments.createOrder)).toEqual([{ feature: "unlimited_swipes" }]);
});

test("if the provider continues in another window, the app waits at /payment-success", async () => {
  showUpgrade();
  provider.loads(async () => ({ redirect: true }));
  deployment.answer(api.payments.createOrder, order);
  await upgrade.click();
  await expect.element(page.getByRole("heading", { name: "Verifying your payment" })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe("/payment-success?order_id=order_1");
});

test("a blocked SDK shows an error at once and closes the modal; the next try works without a reload", async () => {
  showUpgrade();
  await openModal();
  // With the clock stopped, no timeout can show the error.
  stopClock();
  await boost.click();
  await expect.element(page.getByText("Cashfree SDK failed to load. Please check your connection.")).toBeVisible();
  await expect.element(modal).not.toBeInTheDocument();
  expect(deployment.calls(api.payments.createOrder), "no order without a page to pay on").toEqual([]);

  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  deployment.answer(api.payments.createOrder, order);
  await upgrade.click();
  await expect.poll(() => checkout.mock.calls).toHaveLength(1);
});

test("a script that has loaded is not loaded again for the next try", async () => {
  showUpgrade();
  provider.loads(async () => ({ error: {} }));
  deployment.answer(api.payments.createOrder, order);
  await upgrade.click();
  await expect.element(page.getByText("Payment failed")).toBeVisible();
  const scripts = provider.isPending();
  await upgrade.click();
  await expect.poll(() => deployment.calls(api.payments.createOrder)).toHaveLength(2);
  expect(scripts).toEqual([]);
});

for (const [what, checkout, sentence] of [
  ["refuses with a message", async () => ({ error: { message: "This session is over" } }), "This session is over"],
  ["refuses without a message", async () => ({ error: {} }), "Payment failed"],
  ["breaks", () => Promise.reject(new Error("torn")), "Payment process failed. Please try again."],
  ["does nothing", async () => undefined, late],
] as const) {
  test(`a provider's page that ${what} shows '${sentence}', and the button works again`, async () => {
    showUpgrade();
    provider.loads(checkout);
    deployment.answer(api.payments.createOrder, order);
    await upgrade.click();
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(upgrade).toBeEnabled();
  });
}

for (const [what, code, message, sentence] of [
  ["the provider's failure", "PROVIDER_FAILED", "The provider is down", "Failed to create order. Please try again."],
  ["the deployment's refusal", "ALREADY_DECIDED", "You already have Gold.", "You already have Gold."],
] as const) {
  test(`an order that ends in ${what} shows '${sentence}', and the button works again`, async () => {
    showUpgrade();
    provider.loads(leaves);
    deployment.refuse(api.payments.createOrder, code, message);
    await upgrade.click();
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(upgrade).toBeEnabled();
  });
}

test("a buyer who closes the modal while the order is created stays in the app, and can buy something else", async () => {
  showUpgrade();
  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  const creation = deployment.hold(api.payments.createOrder);
  await openModal();
  await boost.click();
  await expect.poll(() => deployment.calls(api.payments.createOrder)).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(modal).not.toBeInTheDocument();
  creation.answer(order);
  deployment.answer(api.payments.createOrder, { orderId: "order_2", paymentSessionId: "session_2" });
  await upgrade.click();
  await expect.poll(() => checkout.mock.calls).toMatchObject([[{ paymentSessionId: "session_2" }]]);
  expect(deployment.calls(api.payments.createOrder)).toEqual([
    { feature: "vip_boost" },
    { feature: "unlimited_swipes" },
  ]);
});

test("a buyer who leaves /upgrade while the order is created stays in the app, and can buy something else", async () => {
  showUpgrade();
  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  const creation = deployment.hold(api.payments.createOrder);
  await upgrade.click();
  await expect.poll(() => deployment.calls(api.payments.createOrder)).toHaveLength(1);
  await page.getByRole("link", { name: "Profile" }).click();
  await expect.element(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  creation.answer(order);
  await page.getByRole("link", { name: "Get Gold" }).click();
  await openModal();
  deployment.answer(api.payments.createOrder, { orderId: "order_2", paymentSessionId: "session_2" });
  await boost.click();
  await expect.poll(() => checkout.mock.calls).toMatchObject([[{ paymentSessionId: "session_2" }]]);
});

test("a buyer who closed the modal before the SDK failed sees no error, and a reopened modal stays", async () => {
  showUpgrade();
  const scripts = provider.isPending();
  await openModal();
  await boost.click();
  await expect.poll(() => scripts).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(modal).not.toBeInTheDocument();
  await openModal();
  scripts[0]?.dispatchEvent(new Event("error"));

  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  deployment.answer(api.payments.createOrder, order);
  await expect.element(page.getByText(/SDK failed to load/)).not.toBeInTheDocument();
  await boost.click();
  await expect.poll(() => checkout.mock.calls).toHaveLength(1);
  await expect.element(modal).toBeVisible();
  await expect.element(page.getByText(/SDK failed to load/)).not.toBeInTheDocument();
});

test("after the browser's Back, the first try neither shows an error nor ends the second try", async () => {
  stopClock();
  showUpgrade();
  const checkout = vi.fn(leaves);
  provider.loads(checkout);
  deployment.answer(api.payments.createOrder, order);
  await upgrade.click();
  await expect.poll(() => checkout.mock.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  // The event of a page that the browser restored.
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await upgrade.click();
  await expect.poll(() => checkout.mock.calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(12_000);
  await expect.element(page.getByText(late)).not.toBeInTheDocument();
  await expect.element(busy).toBeDisabled();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText(late)).toBeVisible();
  await expect.element(upgrade).toBeEnabled();
});

function showUpgrade(more: Partial<Me> = {}, path = "/upgrade") {
  showTo(member(more), path);
}

async function openModal() {
  await page.getByRole("button", { name: /VIP Boost/ }).click();
  await expect.element(modal).toBeVisible();
}
