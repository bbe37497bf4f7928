import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, heading, showTo, stopClock } from "../../testing/page";
import { member } from "../../testing/people";

const gold = { verified: true, pending: false, cancelled: false, feature: "unlimited_swipes", message: "" } as const;
const unpaid = { verified: false, pending: false, cancelled: false, feature: null, message: "" } as const;
const vip = { ...gold, feature: "vip_boost" } as const;
const cancelled = { ...unpaid, cancelled: true, message: "Payment cancelled. You were not charged." };

const orderIs = (status: "open" | "failed") => ({ status, feature: "unlimited_swipes" }) as const;
const supported = "Payment verification failed. Please contact support.";

test.each([
  ["paid for Gold", orderIs("open"), gold, "Payment Successful!", "You now have unlimited swipes.", "/swipe"],
  ["paid for VIP", orderIs("open"), vip, "Payment Successful!", "Your profile is now boosted as VIP.", "/swipe"],
  ["declined", orderIs("failed"), unpaid, "Payment Verification Failed", "Payment failed", "/upgrade"],
  ["another buyer's", null, { ...unpaid, message: supported }, "Payment Verification Failed", supported, "/upgrade"],
  ["cancelled", orderIs("open"), cancelled, "Payment cancelled", "You were not charged.", "/upgrade"],
] as const)("an order that is %s shows its title and its sentence, and leads on after 2 s", async (...row) => {
  const [what, order, answer, title, sentence, path] = row;
  showResult();
  deployment.answer(api.payments.order, order);
  const verification = deployment.hold(api.payments.verify);
  await expect.element(heading("Verifying your payment")).toBeVisible();
  verification.answer(answer);
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByText(sentence).last()).toBeVisible();
  if (what === "cancelled") {
    expect(page.getByRole("alert").elements(), "no word of a failure").toEqual([]);
    expect(page.getByText("Payment cancelled").elements(), "said once").toHaveLength(1);
  }
  await expect.element(page.getByRole("main").getByRole("link").first()).toHaveAttribute("href", path);
  await leadsTo(path);
});

test("if the provider cannot be asked, the page says 'Failed to verify payment. Please contact support.'", async () => {
  showResult();
  deployment.answer(api.payments.order, orderIs("open"));
  deployment.break(api.payments.verify);
  await expect.element(heading("Payment Verification Failed")).toBeVisible();
  await expect.element(page.getByText("Failed to verify payment. Please contact support.")).toBeVisible();
  await leadsTo("/upgrade");
});

test("without an order the page says 'Invalid payment session', and leads to /swipe after 2 s", async () => {
  showResult("/payment-success");
  await expect.element(page.getByText("Invalid payment session")).toBeVisible();
  await expect.element(heading("Payment Verification Failed")).toBeVisible();
  await leadsTo("/swipe");
  expect(deployment.calls(api.payments.verify)).toEqual([]);
});

test("an unconfirmed payment waits for the bank, can be checked again, and becomes a success on its own", async () => {
  showResult();
  deployment.answer(api.payments.order, orderIs("open"));
  deployment.answer(api.payments.verify, { ...unpaid, pending: true });
  await expect.element(heading("Waiting for your bank")).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => deployment.calls(api.payments.verify)).toHaveLength(2);
  await expect.element(heading("Waiting for your bank")).toBeVisible();

  deployment.answer(api.payments.order, { status: "paid", feature: "unlimited_swipes" });
  await expect.element(heading("Payment Successful!")).toBeVisible();
  await leadsTo("/swipe");
});

test("an unconfirmed payment that the bank declines says 'Payment failed'", async () => {
  showResult();
  deployment.answer(api.payments.order, orderIs("open"));
  deployment.answer(api.payments.verify, { ...unpaid, pending: true });
  await expect.element(heading("Waiting for your bank")).toBeVisible();
  deployment.answer(api.payments.order, orderIs("failed"));
  await expect.element(page.getByText("Payment failed")).toBeVisible();
});

test("a second payment for the same feature says 'You get this one back'", async () => {
  showResult();
  deployment.answer(api.payments.order, { status: "refundDue", feature: "unlimited_swipes" });
  deployment.answer(api.payments.verify, { ...gold, message: "You already had it." });
  await expect.element(heading("You get this one back")).toBeVisible();
  await expect.element(page.getByText("You already had it.")).toBeVisible();
});

test("a buyer who returns offline reads that the payment will be checked, and sees the result once online", async () => {
  stopClock();
  deployment.disconnect();
  showTo(member(), "/payment-success?order_id=order_1");
  await expect.element(heading("Verifying your payment")).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_600);
  const lost = page.getByText("No connection. We'll check your payment as soon as you're back online.");
  await expect.element(lost).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Continue to App" })).toBeVisible();

  deployment.answer(api.payments.verify, gold);
  deployment.reconnect();
  await expect.element(heading("Payment Successful!")).toBeVisible();
});

test("a buyer whose connection breaks during the check reads that there is no connection, and sees the result once it is back", async () => {
  showResult();
  deployment.hold(api.payments.verify);
  await expect.poll(() => deployment.calls(api.payments.verify)).toHaveLength(1);
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(1_600);
  await expect.element(page.getByText(/We'll check your payment as soon as you're back online/)).toBeVisible();
  deployment.answer(api.payments.verify, gold);
  deployment.reconnect();
  await expect.element(heading("Payment Successful!")).toBeVisible();
});

test("gaining or losing Gold shows at once: tick, badge, PREMIUM, and no daily swipes", async () => {
  const me = member();
  showTo(me, "/profile");
  const tick = page.getByRole("img", { name: "Gold member" });
  const meter = page.getByRole("meter", { name: "Daily Swipes" });
  await expect.element(meter).toBeVisible();
  await expect.element(tick).not.toBeInTheDocument();

  deployment.answer(api.profiles.me, { ...me, isPremium: true, isVIP: true });
  await expect.element(tick).toHaveAttribute("title", "Gold member");
  await expect.element(page.getByText("Gold", { exact: true })).toBeVisible();
  await expect.element(page.getByText("VIP", { exact: true })).toBeVisible();
  await expect.element(meter).not.toBeInTheDocument();
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  await expect.element(page.getByRole("dialog").getByText("PREMIUM")).toBeVisible();
  await userEvent.keyboard("{Escape}");

  deployment.answer(api.profiles.me, me);
  await expect.element(tick).not.toBeInTheDocument();
  await expect.element(meter).toBeInTheDocument();
});

/** Opens the result for a buyer who returns from the provider. Stops the clock. */
function showResult(path = "/payment-success?order_id=order_1") {
  stopClock();
  showTo(member(), path);
}

/** Checks that the app continues on its own after 2 s. */
async function leadsTo(path: string) {
  const shownAt = Date.now();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(window.location.pathname).toBe("/payment-success");
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => window.location.pathname).toBe(path);
  // Each poll moves the stopped clock too.
  expect(Date.now() - shownAt).toBeLessThan(2_500);
}
