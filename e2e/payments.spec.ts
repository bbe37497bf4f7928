/** Gold and VIP, from the price to the badge: a buyer in a browser, and the provider's stand-in. */
import type { Page } from "@playwright/test";
import { orderOf, settle } from "./acts";
import { expect, test } from "./fixtures";
import { mailsTo } from "./mail";
import { woman } from "./people";

const upgrade = (page: Page) => page.getByRole("button", { name: "Upgrade Now" });
const tick = (page: Page) => page.getByRole("img", { name: "Gold member" });

test("a member pays for Gold after going Back once, another tab shows it, and an organiser's refund takes it away", async ({
  ready,
  people,
}) => {
  const buyer = await people.member(woman("Gold Gita"));
  const page = await people.openAs(buyer, "/upgrade");
  const other = await page.context().newPage();
  await other.goto("/profile");
  await expect(other.getByRole("meter", { name: "Daily Swipes" })).toBeVisible();
  await upgrade(page).click();
  await page.waitForURL(/\/checkout/);
  await page.goBack();
  await upgrade(page).click();
  await page.waitForURL(/\/checkout/);
  expect(page.url().startsWith(ready.payUrl)).toBe(true);
  await expect(page.getByText("₹99.00").first()).toBeVisible();
  await page.getByRole("button", { name: /^Pay/ }).click();

  await expect(page).toHaveURL(/\/payment-success\?order_id=order_\d+_\w+$/);
  // Checked together: the screen stays for 2 s, the toast for 4 s.
  await Promise.all([
    expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible(),
    expect(page.getByText("Payment successful! You now have unlimited swipes.")).toBeVisible(),
  ]);
  await expect(page).toHaveURL(/\/swipe$/);
  await expect(page.getByText(/swipes? left$/)).toBeHidden();
  await expect(tick(other)).toHaveAttribute("title", "Gold member");
  await expect(other.getByRole("meter", { name: "Daily Swipes" })).toBeHidden();
  await other.getByRole("button", { name: "How I Look to Others" }).click();
  await expect(other.getByRole("dialog").getByText("PREMIUM")).toBeVisible();
  await other.keyboard.press("Escape");

  const desk = await people.organiser("/organiser/money");
  await desk.getByRole("searchbox", { name: "Search orders" }).fill(buyer.email);
  const row = desk.getByRole("list", { name: "Orders found" }).getByRole("listitem").filter({ hasText: buyer.name });
  await row.getByRole("button", { name: "Refund" }).click();
  const question = desk.getByRole("dialog");
  await expect(question).toContainText("Within the rule: at most 14 days, and 20% used.");
  await question.getByRole("button", { name: "Refund" }).click();
  await expect(tick(other)).toBeHidden();
  await expect(row).toContainText("Refund given by");
  const subjects = async () => (await mailsTo(ready, buyer.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain("Your refund for Gold");
});

test("a buyer whose payments were cancelled and declined can still buy VIP, even if the bank is slow", async ({
  ready,
  people,
}) => {
  const buyer = await people.member(woman("Declined Dia"));
  const page = await people.openAs(buyer, "/upgrade");
  await upgrade(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(page).toHaveURL(/\/upgrade$/);

  await upgrade(page).click();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("heading", { name: "Payment Verification Failed" })).toBeVisible();
  await expect(page).toHaveURL(/\/upgrade$/);

  await page.getByRole("button", { name: /VIP Boost/ }).click();
  await page.getByRole("dialog").getByRole("region", { name: "VIP Boost" }).getByRole("button").click();
  await page.waitForURL(/\/checkout/);
  await expect(page.getByText("₹50.00").first()).toBeVisible();
  const order = await orderOf(ready, buyer, "vip_boost");
  await settle(ready, order, { outcome: "PENDING" });
  await page.goto(`${ready.appUrl}/payment-success?order_id=${order}`);
  await expect(page.getByRole("heading", { name: "Waiting for your bank" })).toBeVisible();
  await settle(ready, order);
  await expect(page.getByText("Payment successful! Your profile is now boosted as VIP.")).toBeVisible();
  await expect(page).toHaveURL(/\/swipe$/);
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByText("VIP", { exact: true })).toBeVisible();
});
