/** Gold and VIP, from the price to the badge: a buyer in a browser, and the provider's stand-in. */
import { fault, openModal, orderOf, ordersMade, settle, tick, upgrade } from "./checkout";
import { expect, test } from "./fixtures";
import { mailsTo } from "./mail";
import { woman } from "./people";

test.describe("a payment", () => {
  test("for Gold, begun again after Back, leads through the provider's page in the same window to 'Payment Successful!' and /swipe", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Gold Gita"));
    const page = await people.seat(buyer, "/upgrade");
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    await page.goBack();
    await expect(upgrade(page)).toBeEnabled();
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    expect(page.url().startsWith(ready.payUrl)).toBe(true);
    await expect(page.getByText("₹99.00").first()).toBeVisible();
    await page.getByRole("button", { name: /^Pay/ }).click();

    await expect(page).toHaveURL(/\/payment-success\?order_id=order_\d+_\w+$/);
    // Both at once: the screen stays for 2 s, and the toast for 4 s.
    await Promise.all([
      expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible(),
      expect(page.getByText("Payment successful! You now have unlimited swipes.")).toBeVisible(),
    ]);
    await expect(page).toHaveURL(/\/swipe$/);
    await expect(page.getByText(/swipes? left$/)).toBeHidden();
    await expect
      .poll(async () => (await mailsTo(ready, buyer.email)).map(({ text }) => text).join())
      .toContain("order_");
  });

  test("that the buyer cancels is 'Payment cancelled', one that the bank declines 'Payment Verification Failed', and the next one from /upgrade makes a VIP", async ({
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Declined Dia")), "/upgrade");
    await upgrade(page).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
    await expect(page.getByText("Payment cancelled. You were not charged.")).toBeVisible();
    await expect(page).toHaveURL(/\/upgrade$/);
    await expect(upgrade(page)).toBeEnabled();

    await upgrade(page).click();
    await page.getByRole("button", { name: "Fail" }).click();

    await expect(page.getByRole("heading", { name: "Payment Verification Failed" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try Again" })).toBeVisible();
    await expect(page).toHaveURL(/\/upgrade$/);

    const modal = await openModal(page);
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();
    await page.waitForURL(/\/checkout/);
    await expect(page.getByText("₹50.00").first()).toBeVisible();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByText("Payment successful! Your profile is now boosted as VIP.")).toBeVisible();
    await expect(page).toHaveURL(/\/swipe$/);
    await page.getByRole("link", { name: "Profile" }).click();
    await expect(page.getByText("VIP", { exact: true })).toBeVisible();
  });

  test("in a tab that was closed is granted by the webhook, live in every open tab: badge, tick, glow, PREMIUM, no daily swipes", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Closed Chitra"));
    const page = await people.seat(buyer, "/upgrade");
    const other = await page.context().newPage();
    await other.goto("/profile");
    await expect(other.getByRole("meter", { name: "Daily Swipes" })).toBeVisible();
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    await page.close();
    await settle(ready, await orderOf(ready, buyer), { outcome: "SUCCESS" });

    await expect(tick(other)).toBeVisible();
    await expect(tick(other)).toHaveAttribute("title", "Gold member");
    await expect(other.getByText("Gold", { exact: true })).toBeVisible();
    await expect(other.getByRole("meter", { name: "Daily Swipes" })).toBeHidden();
    await other.getByRole("button", { name: "How I Look to Others" }).click();
    await expect(other.getByRole("dialog").getByText("PREMIUM")).toBeVisible();
  });

  test("that an organiser refunds goes back after a question, with a mail, and the tick goes at once", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Refunded Rhea"));
    const page = await people.seat(buyer, "/upgrade");
    await upgrade(page).click();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/\/swipe$/);
    await page.getByRole("link", { name: "Profile" }).click();
    await expect(tick(page)).toBeVisible();

    const desk = await people.organiser("/organiser/money");
    await desk.getByRole("searchbox", { name: "Search orders" }).fill(buyer.email);
    const row = desk
      .getByRole("list", { name: "Orders found" })
      .getByRole("listitem")
      .filter({ hasText: "Refunded Rhea" });
    await row.getByRole("button", { name: "Refund" }).click();
    const question = desk.getByRole("dialog");
    await expect(question).toContainText("Refunded Rhea");
    await expect(question).toContainText("Inside it: 14 days at most, and 20% used.");
    await question.getByRole("button", { name: "Refund" }).click();

    await expect(tick(page)).toBeHidden();
    await expect(row).toContainText("Refund given by");
    const refunds = async () =>
      (await mailsTo(ready, buyer.email)).filter(({ subject }) => subject === "Your refund for Gold");
    await expect.poll(async () => (await refunds()).map(({ text }) => text).join()).toMatch(/₹99\.00.*order_/s);
    expect(await refunds()).toHaveLength(1);
  });

  test("begun in two tabs is one order: paid in the first, the second hears that it is paid", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Twotabs Tara"));
    const before = await ordersMade(ready);
    const one = await people.seat(buyer, "/upgrade");
    const two = await one.context().newPage();
    await two.goto("/upgrade");
    await upgrade(one).click();
    await one.waitForURL(/\/checkout/);
    await upgrade(two).click();
    await two.waitForURL(/\/checkout/);
    await one.getByRole("button", { name: /^Pay/ }).click();
    await expect(one.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await two.getByRole("button", { name: /^Pay/ }).click();

    await expect(two.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    expect((await ordersMade(ready)) - before).toBe(1);
  });

  test("with a provider in trouble is no order, then one that waits for the bank, and becomes a success by itself", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Pending Pari"));
    const page = await people.seat(buyer, "/upgrade");
    await fault(ready, { status: 503, count: 20 });
    await upgrade(page).click();
    await expect(page.getByText("Failed to create order. Please try again.")).toBeVisible();
    await fault(ready, { count: 0 });
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    const order = await orderOf(ready, buyer);
    await settle(ready, order, { outcome: "PENDING" });
    await page.goto(`${ready.appUrl}/payment-success?order_id=${order}`);
    await expect(page.getByRole("heading", { name: "Waiting for your bank" })).toBeVisible();
    await settle(ready, order, { outcome: "SUCCESS" });

    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await expect(page).toHaveURL(/\/swipe$/);
  });
});
