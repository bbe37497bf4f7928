import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { pass, MINUTE } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { phoneOf } from "../../testing/profiles.testing";
import { orders, purchasesOf, shop, verifies } from "../../testing/shop.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { rowsIn } from "../../testing/product.testing";

describe("an order", () => {
  test("reaches the provider with the server's price in rupees, the buyer's data and the server's URLs", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId, paymentSessionId } = await orders(asha);

    expect(orderId).toMatch(/^order_\d{13}_[0-9a-z]{10}$/);
    expect(paymentSessionId).toBe(provider.order(orderId).session);
    expect(provider.order(orderId).asked).toEqual({
      order_id: orderId,
      order_amount: 99,
      order_currency: "INR",
      order_expiry_time: expect.stringMatching(/Z$/),
      order_note: "Festival Match Gold",
      customer_details: {
        customer_id: asha.userId,
        customer_name: "Asha",
        customer_email: asha.email,
        customer_phone: phoneOf("Asha").slice(3),
      },
      order_meta: {
        return_url: "https://app.test/payment-success?order_id={order_id}",
        notify_url: "https://site.test/api/payments/webhook",
      },
    });
    const [{ headers } = { headers: new Headers() }] = provider.calls;
    expect([headers.get("x-client-id"), headers.get("x-client-secret")]).toEqual(["client", "secret"]);
    expect(headers.get("x-api-version")).toBe("2025-01-01");
    expect(headers.get("x-idempotency-key")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test.each([{ amount: 100 }, { currency: "USD" }, { amount: 100, currency: "INR" }])(
    "has the server's price, even if the client also sends %j",
    async (wish) => {
      const { t, provider } = shop();
      const asha = await woman(t, "Asha");
      const sent = { feature: "premium_plan", ...wish } as const;
      await asha.action(api.payments.createOrder, sent).catch(() => undefined);
      await orders(asha);

      expect([...provider.orders.values()]).toMatchObject([{ amount: 99, currency: "INR" }]);
    },
  );

  test("has the default name and phone number if the provider would not accept the buyer's", async () => {
    const { t, provider } = shop();
    const al = await man(t, "Al", { phoneNumber: "+4915112345678" });
    const { orderId } = await orders(al, "vip_boost");

    expect(provider.order(orderId)).toMatchObject({
      amount: 50,
      asked: { customer_details: { customer_name: "User", customer_phone: "0000000000" } },
    });
  });

  test("stays one order after two simultaneous clicks and after a failed payment", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const [one, two] = await Promise.all([orders(asha), orders(asha, "unlimited_swipes")]);
    provider.fails(one.orderId);
    await verifies(asha, one.orderId);

    expect(await asha.query(api.payments.order, { orderId: one.orderId })).toMatchObject({ status: "failed" });
    expect([two, await orders(asha)]).toEqual([one, one]);
    expect(await asha.query(api.payments.order, { orderId: one.orderId })).toMatchObject({ status: "open" });
    expect(await rowsIn(t, "orders")).toHaveLength(1);
  });

  test("is not reused for another feature or another buyer", async () => {
    const { t } = shop();
    const [asha, mira] = [await woman(t, "Asha"), await woman(t, "Mira")];
    const made = [await orders(asha), await orders(asha, "vip_boost"), await orders(mira)];

    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(3);
  });

  test("that is about to expire, or that the provider closed, is replaced by a new one", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const first = await orders(asha);
    provider.order(first.orderId).status = "EXPIRED";
    const second = await orders(asha);
    pass(31 * MINUTE);
    const third = await orders(asha);

    expect(new Set([first, second, third].map(({ orderId }) => orderId)).size).toBe(3);
  });

  test("that never reached the provider is replaced while it is too late to create it there", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.faults = [503];
    await expectRefusal(orders(asha), "PROVIDER_FAILED");
    pass(26 * MINUTE);

    await expect(orders(asha)).resolves.toMatchObject({ orderId: expect.any(String) });
  });

  test("just paid in another tab is recognised as paid, and nothing is sold twice", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.pay((await orders(asha)).orderId);

    await expectRefusal(orders(asha), "ALREADY_DECIDED", "You already have Gold.");
    expect(await purchasesOf(asha)).toEqual({ isPremium: true, isVIP: false });
    expect(provider.orders.size).toBe(1);
  });

  test("is refused to a buyer who already has the feature", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.pay((await orders(asha, "vip_boost")).orderId);
    await verifies(asha, [...provider.orders.keys()][0] ?? "");

    await expectRefusal(orders(asha, "vip_boost"), "ALREADY_DECIDED", "You already have VIP.");
    await expect(orders(asha)).resolves.toMatchObject({ orderId: expect.any(String) });
  });

  test.each([[503], [429], [401], [400], ["lost" as const]])(
    "fails with a message if the provider responds with %s",
    async (fault) => {
      const { t, provider } = shop();
      const asha = await woman(t, "Asha");
      provider.faults = [fault, 503];

      await expectRefusal(orders(asha), "PROVIDER_FAILED", "Failed to create order");
      provider.faults = [];
      const { orderId } = await orders(asha);
      expect([...provider.orders.keys()]).toEqual([orderId]);
      expect(await rowsIn(t, "orders")).toHaveLength(1);
    },
  );

  test("is refused when the provider's order has another amount", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.wrongFields = { order_amount: 9900 };

    await expectRefusal(orders(asha), "PROVIDER_FAILED");
  });

  test("can be requested fifteen times in a row, and then not for a while", async () => {
    const { t } = shop();
    const asha = await woman(t, "Asha");
    for (let i = 0; i < 15; i += 1) await orders(asha);

    await expectRefusal(orders(asha), { code: "TOO_MANY_TRIES", retryAfter: expect.any(Number) });
  });
});
