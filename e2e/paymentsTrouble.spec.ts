/** Buying when the provider, its page, the line or the order is not as it should be, or the buyer thinks better of it. */
import type { Page, Route } from "@playwright/test";
import { buyOutside, fault, openModal, orderOf, settle, slow, tick, upgrade } from "./checkout";
import { cable, expect, test, woman } from "./demands/people";

const sdk = "**/js/v3/cashfree.js";
const late = "Failed to process payment. Please try again.";

test.afterEach(async ({ ready }) => {
  await fault(ready, { count: 0 });
});

test.describe("when something is in the way", () => {
  test("a blocked SDK is said, closes the modal, and the next try works without a reload", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Blocked Brinda")), "/upgrade");
    await page.route(sdk, (route) => route.abort());
    const modal = await openModal(page);
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();

    await expect(page.getByText("Cashfree SDK failed to load. Please check your connection.")).toBeVisible();
    await expect(modal).toBeHidden();
    await page.unroute(sdk);
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
  });

  for (const [what, checkout, sentence] of [
    ["refuses with words of its own", `({ error: { message: "This session is over" } })`, "This session is over"],
    ["refuses without a word", "({ error: {} })", "Payment failed"],
    ["breaks", "Promise.reject(new Error())", "Payment process failed. Please try again."],
    ["does nothing", "undefined", late],
  ] as const) {
    test(`a provider's page that ${what} is '${sentence}', and the button works again`, async ({ people }) => {
      const page = await people.seat(await people.member(woman("Stubborn Sara")), "/upgrade");
      const body = `window.Cashfree = () => ({ checkout: async () => ${checkout} });`;
      await page.route(sdk, (route) => route.fulfill({ contentType: "text/javascript", body }));
      await upgrade(page).click();

      await expect(page.getByText(sentence)).toBeVisible();
      await expect(upgrade(page)).toBeEnabled();
    });
  }

  test("a provider that is down is 'Failed to create order. Please try again.', and the button works again", async ({
    ready,
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Downed Dhara")), "/upgrade");
    await fault(ready, { status: 503, count: 20 });
    await upgrade(page).click();

    await expect(page.getByText("Failed to create order. Please try again.")).toBeVisible();
    await expect(upgrade(page)).toBeEnabled();
    await fault(ready, { count: 0 });
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
  });

  test("a provider that cannot be asked is 'Failed to verify payment. Please contact support.', and what was paid is granted later", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Unheard Uma"));
    const page = await people.seat(buyer, "/upgrade");
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    const order = await orderOf(ready, buyer);
    await settle(ready, order, { outcome: "SUCCESS", webhooks: 0 });
    await fault(ready, { status: 503, count: 50 });
    await page.goto(`${ready.appUrl}/payment-success?order_id=${order}`);

    await expect(page.getByRole("heading", { name: "Payment Verification Failed" })).toBeVisible();
    await expect(page.getByText("Failed to verify payment. Please contact support.")).toBeVisible();
    await expect(page).toHaveURL(/\/upgrade$/);
    await fault(ready, { count: 0 });
    await page.goto(`${ready.appUrl}/payment-success?order_id=${order}`);
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  });

  test("a connection that is lost while the payment is verified is said, and the answer comes when it is back", async ({
    ready,
    people,
  }) => {
    const buyer = await people.member(woman("Lost Leela"));
    const page = await people.seat(buyer, "/upgrade");
    await upgrade(page).click();
    await page.waitForURL(/\/checkout/);
    const order = await orderOf(ready, buyer);
    await settle(ready, order, { outcome: "SUCCESS", webhooks: 0 });
    const line = await cable(page);
    await slow(ready, 2500);
    await page.goto(`${ready.appUrl}/payment-success?order_id=${order}`);
    await expect(page.getByRole("heading", { name: "Verifying your payment" })).toBeVisible();
    await line.cut();

    await expect(page.getByText(/Your payment is looked up as soon as it is back/)).toBeVisible();
    line.mend();
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible({ timeout: 20_000 });
  });

  test("/payment-success without an order is 'Invalid payment session', and /swipe after 2 s", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Orderless Olga")), "/payment-success");

    await expect(page.getByText("Invalid payment session")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Payment Verification Failed" })).toBeVisible();
    await expect(page).toHaveURL(/\/swipe$/);
  });

  test("somebody else's order is 'Payment verification failed. Please contact support.'", async ({ ready, people }) => {
    const buyer = await people.member(woman("Paying Priya"));
    const order = await buyOutside(ready, buyer, "unlimited_swipes");
    const thief = await people.seat(await people.member(woman("Thieving Thara")), `/payment-success?order_id=${order}`);

    await expect(thief.getByText("Payment verification failed. Please contact support.")).toBeVisible();
    await expect(thief).toHaveURL(/\/upgrade$/);
    await expect(upgrade(thief)).toBeVisible();
  });

  test("money that the provider sends back takes Gold back, live", async ({ ready, people }) => {
    const buyer = await people.member(woman("Returned Rima"));
    const order = await buyOutside(ready, buyer, "unlimited_swipes");
    const page = await people.seat(buyer, "/profile");
    await expect(tick(page)).toBeVisible();
    await fetch(`${ready.payUrl}/sandbox/orders/${order}/refund`, { method: "POST", body: "{}" });

    await expect(tick(page)).toBeHidden();
    await expect(page.getByRole("meter", { name: "Daily Swipes" })).toBeVisible();
  });
});

test.describe("a buyer who turns away", () => {
  test("and closes the modal while the order is made is taken nowhere, and may buy something else", async ({
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Doubtful Devi")));
    const answers = await answersFor(page);
    await page.goto("/upgrade");
    const modal = await openModal(page);
    answers.keep();
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();
    await answers.haveCome();
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    answers.letGo();
    await upgrade(page).click();

    await page.waitForURL(/\/checkout/);
    await expect(page.getByText("₹99.00").first()).toBeVisible();
  });

  test("and leaves /upgrade while the order is made is taken nowhere, and may buy something else", async ({
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Leaving Lata")));
    const answers = await answersFor(page);
    await page.goto("/upgrade");
    answers.keep();
    await upgrade(page).click();
    await answers.haveCome();
    await page.getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    answers.letGo();
    await page.getByRole("link", { name: "Get Gold" }).click();
    const modal = await openModal(page);
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();

    await page.waitForURL(/\/checkout/);
    await expect(page.getByText("₹50.00").first()).toBeVisible();
  });

  test("before the SDK fails to load hears nothing of it, and the modal that is open by then stays", async ({
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Early Esha")), "/upgrade");
    const [asked, failed]: [Route[], string[]] = [[], []];
    page.on("requestfailed", (request) => void failed.push(request.url()));
    await page.route(sdk, (route) => (asked.push(route) > 1 ? route.abort() : undefined));
    const modal = await openModal(page);
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();
    await expect.poll(() => asked.length).toBe(1);
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    await openModal(page);
    await asked[0]?.abort();
    // The provider's library asks four times, and the app once more.
    await expect.poll(() => failed.filter((url) => url.endsWith("/cashfree.js")).length).toBe(5);

    await expect(page.getByText(/SDK failed to load/)).toBeHidden();
    await page.unroute(sdk);
    await modal.getByRole("region", { name: "VIP Boost" }).getByRole("button").click();
    await page.waitForURL(/\/checkout/);
  });

  test("by the browser's Back and tries again hears nothing of the first try, which ends nothing of the second", async ({
    people,
  }) => {
    const page = await people.seat(await people.member(woman("Restored Rekha")), "/upgrade");
    const body = `window.Cashfree = () => ({ checkout: () => new Promise(() => console.info("leaving")) });`;
    await page.route(sdk, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.clock.install();
    const press = async () => {
      const isLeaving = page.waitForEvent("console", (message) => message.text() === "leaving");
      await upgrade(page).click();
      await isLeaving;
    };
    await press();
    await page.clock.fastForward(10_000);
    // What a page hears that the browser kept while the buyer was away.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await press();
    await page.clock.fastForward(12_000);

    await expect(page.getByText(late)).toBeHidden();
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
    await page.clock.fastForward(10_000);
    await expect(page.getByText(late)).toBeVisible();
    await expect(upgrade(page)).toBeEnabled();
  });
});

/** The deployment's answers to orders, from the page's next load on: they can be kept back, and let go. */
async function answersFor(page: Page) {
  let kept: (() => void)[] | null = null;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const isAnswer = (JSON.parse(String(text)) as { type: string }).type === "ActionResponse";
      if (kept === null || !isAnswer) socket.send(text);
      else kept.push(() => socket.send(text));
    });
  });
  return {
    keep: () => void (kept = []),
    haveCome: () => expect.poll(() => kept?.length).toBe(1),
    letGo: () => {
      for (const pass of kept ?? []) pass();
      kept = null;
    },
  };
}
