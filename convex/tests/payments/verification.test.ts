import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { pass, MINUTE } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { mailsTo } from "../../testing/mails.testing";
import { settled, rowsIn, type Product } from "../../testing/product.testing";
import type { Provider } from "../../testing/provider.testing";
import { ordered, orders, pollsDue, purchasesOf, shop, verifies } from "../../testing/shop.testing";
import { expectRefusal } from "../../testing/refusals.testing";

const CANCELLED = "Payment cancelled. You were not charged.";

describe("verifying", () => {
  test.each([
    [
      "premium_plan" as const,
      "unlimited_swipes",
      { isPremium: true, isVIP: false },
      "Payment successful! You now have unlimited swipes.",
    ],
    [
      "vip_boost" as const,
      "vip_boost",
      { isPremium: false, isVIP: true },
      "Payment successful! Your profile is now boosted as VIP.",
    ],
  ])("a paid %s order grants the feature, says so and mails one receipt", async (asked, feature, granted, message) => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha, asked);
    provider.pay(orderId);
    const answers = await Promise.all([verifies(asha, orderId), verifies(asha, orderId)]);
    await settled(t);

    expect(answers).toEqual(Array(2).fill({ verified: true, pending: false, cancelled: false, feature, message }));
    expect(await purchasesOf(asha)).toEqual(granted);
    expect(await asha.query(api.payments.order, { orderId })).toEqual({ status: "paid", feature });
    expect(mailsTo(asha.email).filter(({ subject }) => subject.includes("receipt"))).toHaveLength(1);
  });

  test.each([
    ["failed", "FAILED", "Card declined", { pending: false, cancelled: false, message: "Card declined" }, "failed"],
    ["nameless failed", "FAILED", "", { pending: false, cancelled: false, message: "Payment failed" }, "failed"],
    ["dropped", "USER_DROPPED", "User dropped", { pending: false, cancelled: true, message: CANCELLED }, "open"],
    ["cancelled", "CANCELLED", "", { pending: false, cancelled: true, message: CANCELLED }, "open"],
    ["pending", "PENDING", "Wait", { pending: true, cancelled: false, message: "Payment is being processed." }, "open"],
  ])("a %s payment grants nothing and says why", async (_, status, message, answer, orderStatus) => {
    const { provider, asha, orderId } = await ordered();
    provider.fails(orderId, status, message);

    expect(await verifies(asha, orderId)).toEqual({ verified: false, feature: "unlimited_swipes", ...answer });
    expect(await purchasesOf(asha)).toEqual({ isPremium: false, isVIP: false });
    expect(await asha.query(api.payments.order, { orderId })).toMatchObject({ status: orderStatus });
  });

  test("an order without a payment reports a cancellation, and a failure once it has expired", async () => {
    const { provider, asha, orderId } = await ordered();
    expect(await verifies(asha, orderId)).toMatchObject({ verified: false, cancelled: true, message: CANCELLED });
    provider.order(orderId).status = "EXPIRED";

    expect(await verifies(asha, orderId)).toMatchObject({ cancelled: false, message: "Payment failed" });
    expect(await asha.query(api.payments.order, { orderId })).toMatchObject({ status: "failed" });
  });

  test("reports the last try: a failure if it was declined, a cancellation if it was abandoned", async () => {
    const { provider, asha, orderId } = await ordered();
    provider.fails(orderId, "USER_DROPPED");
    provider.fails(orderId, "FAILED");
    expect(await verifies(asha, orderId)).toMatchObject({ cancelled: false, message: "Card declined" });
    provider.fails(orderId, "USER_DROPPED");

    expect(await verifies(asha, orderId)).toMatchObject({ cancelled: true, message: CANCELLED });
  });

  test.each([
    ["amount", { order_amount: 98.99 }],
    ["currency", { order_currency: "USD" }],
    ["order", { order_id: "order_other" }],
  ])("a payment of another %s grants nothing, and the order waits for a refund", async (_, wrongFields) => {
    const { t, provider, asha, orderId } = await ordered();
    provider.pay(orderId);
    provider.wrongFields = wrongFields;

    expect(await verifies(asha, orderId)).toMatchObject({
      verified: false,
      message: "Payment verification failed. Please contact support.",
    });
    provider.wrongFields = {};
    await verifies(asha, orderId);
    expect(await purchasesOf(asha)).toEqual({ isPremium: false, isVIP: false });
    expect(await rowsIn(t, "orders")).toMatchObject([{ status: "refundDue", cause: "mismatch" }]);
  });

  test("needs the buyer's own order, and refuses another buyer's like an unknown one", async () => {
    const { t, provider } = shop();
    const [asha, mallory] = [await woman(t, "Asha"), await woman(t, "Mallory")];
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    const unknown = { code: "NOT_FOUND", message: "Payment verification failed. Please contact support." };

    await expectRefusal(verifies(asha, " "), "BAD_INPUT", "Order ID is required");
    await expectRefusal(verifies(asha, "order_1"), unknown);
    await expectRefusal(verifies(mallory, orderId), unknown);
    expect(await mallory.query(api.payments.order, { orderId })).toBeNull();
    expect(await purchasesOf(mallory)).toEqual({ isPremium: false, isVIP: false });
    await expectRefusal(t.action(api.payments.verify, { orderId }), "UNAUTHENTICATED");
  });

  test("fails with a message while the provider is down, and works afterwards", async () => {
    const { provider, asha, orderId } = await ordered();
    provider.pay(orderId);
    provider.faults = [503];

    await expectRefusal(
      verifies(asha, orderId),
      "PROVIDER_FAILED",
      "Failed to verify payment. Please contact support.",
    );
    expect(await verifies(asha, orderId)).toMatchObject({ verified: true });
  });

  test("is limited to thirty calls, so that a buyer cannot make us call the provider endlessly", async () => {
    const { asha, orderId } = await ordered();
    for (let i = 0; i < 30; i += 1) await verifies(asha, orderId);

    await expectRefusal(verifies(asha, orderId), "TOO_MANY_TRIES");
  });

  test("a second payment for the same feature says that it will be refunded", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const first = await orders(asha);
    pass(35 * MINUTE);
    const second = await orders(asha);
    for (const { orderId } of [first, second]) provider.pay(orderId);
    await verifies(asha, second.orderId);

    expect(await verifies(asha, first.orderId)).toEqual({
      verified: false,
      pending: false,
      cancelled: false,
      feature: "unlimited_swipes",
      message: "You already have Gold. This payment will be refunded.",
    });
    expect((await rowsIn(t, "orders")).map(({ status }) => status)).toEqual(["refundDue", "paid"]);
  });
});

describe("polling", () => {
  test("grants a paid order if the buyer did not come back and no webhook arrived", async () => {
    const { t, provider, asha, orderId } = await ordered();
    provider.pay(orderId);
    await pollsDue(t);
    expect(await purchasesOf(asha)).toMatchObject({ isPremium: false });
    pass(2 * MINUTE);
    await pollsDue(t);

    expect(await purchasesOf(asha)).toMatchObject({ isPremium: true });
  });

  test("grants an order whose payment was pending for most of a day and whose webhook was lost", async () => {
    const { t, provider, asha, orderId } = await ordered();
    await pendingForHours(t, provider, orderId);

    expect(await purchasesOf(asha)).toMatchObject({ isPremium: true });
  });

  test("grants such an order if the provider could not be reached at the end of its time", async () => {
    const { t, provider, asha, orderId } = await ordered();
    await pendingForHours(t, provider, orderId, { downUntil: 26 });

    expect(await purchasesOf(asha)).toMatchObject({ isPremium: true });
  });

  test("settles an order whose creation was interrupted, whether it reached the provider or not", async () => {
    const { t, provider } = shop();
    const [asha, mira] = [await woman(t, "Asha"), await woman(t, "Mira")];
    provider.faults = ["lost", 503];
    for (const person of [asha, mira]) await expect(orders(person)).rejects.toThrow("Failed to create order");
    provider.pay([...provider.orders.keys()][0] ?? "");
    pass(3 * MINUTE);
    await pollsDue(t);

    expect(await rowsIn(t, "orders")).toMatchObject([{ status: "paid" }, { status: "failed" }]);
    expect([await purchasesOf(asha), await purchasesOf(mira)]).toMatchObject([
      { isPremium: true },
      { isPremium: false },
    ]);
  });

  test("backs off, continues after an outage, and stops within three days", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    await orders(asha);
    const before = provider.calls.length;
    provider.faults = Array<number>(4).fill(503);
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 10) {
      pass(10 * MINUTE);
      await pollsDue(t);
    }

    const polls = provider.calls.slice(before).filter(({ path }) => !path.endsWith("/payments")).length;
    expect(polls).toBeGreaterThan(5);
    expect(polls).toBeLessThan(15);
    expect((await rowsIn(t, "orders"))[0]?.dueAt).toBeUndefined();
  });

  test("takes at most twenty orders at a time, and reaches all of them", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    await t.run(async (ctx) => {
      for (let i = 0; i < 50; i += 1) {
        const row = { orderId: `order_${i}`, userId: asha.userId, feature: "vip_boost", amount: 5000 } as const;
        const open = { status: "open", day: "2025-12-16", expiresAt: Date.now(), dueAt: 1 } as const;
        await ctx.db.insert("orders", { ...row, currency: "INR", ...open });
      }
    });
    for (const most of [20, 40, 50, 50]) {
      await pollsDue(t);
      expect(provider.calls).toHaveLength(most);
    }
  });
});

/**
 * Polls for thirty hours an order that is paid after twenty-two of them, and whose webhook is lost. `downUntil`: the hour until which the
 * provider cannot be reached from then on.
 */
async function pendingForHours(
  t: Product,
  provider: Provider,
  orderId: string,
  { downUntil = 22 }: { downUntil?: number } = {},
): Promise<void> {
  provider.fails(orderId, "PENDING", "Wait");
  for (let minutes = 0; minutes < 30 * 60; minutes += 10) {
    pass(10 * MINUTE);
    if (minutes === 22 * 60) provider.pay(orderId);
    provider.faults = minutes > 22 * 60 && minutes < downUntil * 60 ? [503, 503] : [];
    await pollsDue(t);
  }
}
