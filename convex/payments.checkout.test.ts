import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { man, woman } from "./crowd.testing";
import { applicant, mailsTo, moderator, settled, setupTest, type Person, type Product } from "./people.testing";
import { Provider } from "./provider.testing";

const MINUTE = 60_000;
type Asked = "unlimited_swipes" | "vip_boost" | "premium_plan";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A product in which the provider's warnings are expected. */
function shop() {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const t = setupTest();
  return { t, provider: new Provider() };
}

const orders = async (person: Person, feature: Asked = "premium_plan") =>
  await person.action(api.payments.createOrder, { feature });
const verifies = async (person: Person, orderId: string) => await person.action(api.payments.verify, { orderId });
const standing = async (person: Person) => {
  const { isPremium, isVIP } = await person.query(api.profiles.me, {});
  return { isPremium, isVIP };
};
const rowsOf = async (t: Product) => await t.run(async (ctx) => await ctx.db.query("orders").collect());
const pass = (milliseconds: number) => {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + milliseconds);
};
const sweeps = async (t: Product) => {
  await t.mutation(internal.paymentsSteps.sweep, {});
  await settled(t);
};

describe("an order", () => {
  test("reaches the provider at the server's price in rupees, for the buyer, with the server's addresses", async () => {
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
        customer_phone: "9876543210",
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

  test("of somebody whose name or phone number the provider would not take says the defaults", async () => {
    const { t, provider } = shop();
    const al = await man(t, "Al", { phoneNumber: "+4915112345678" });
    const { orderId } = await orders(al, "vip_boost");

    expect(provider.order(orderId)).toMatchObject({
      amount: 50,
      asked: { customer_details: { customer_name: "User", customer_phone: "0000000000" } },
    });
  });

  test("asked for by two clicks, in two tabs and once more after a failed try is one order", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const [one, two] = await Promise.all([orders(asha), orders(asha, "unlimited_swipes")]);
    provider.fails(one.orderId);
    await verifies(asha, one.orderId);

    expect(await asha.query(api.payments.order, { orderId: one.orderId })).toMatchObject({ status: "failed" });
    expect([two, await orders(asha)]).toEqual([one, one]);
    expect(await asha.query(api.payments.order, { orderId: one.orderId })).toMatchObject({ status: "open" });
    expect(await rowsOf(t)).toHaveLength(1);
  });

  test("for Gold does not stand in for one for VIP, nor one buyer's for another's", async () => {
    const { t } = shop();
    const [asha, mira] = [await woman(t, "Asha"), await woman(t, "Mira")];
    const made = [await orders(asha), await orders(asha, "vip_boost"), await orders(mira)];

    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(3);
  });

  test("that is about to lapse or that the provider closed gives way to another", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const first = await orders(asha);
    provider.order(first.orderId).status = "EXPIRED";
    const second = await orders(asha);
    pass(31 * MINUTE);
    const third = await orders(asha);

    expect(new Set([first, second, third].map(({ orderId }) => orderId)).size).toBe(3);
  });

  test("that was paid in another tab a moment ago is found paid, not sold again", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.pay((await orders(asha)).orderId);

    await expect(orders(asha)).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED", message: "You already have Gold." },
    });
    expect(await standing(asha)).toEqual({ isPremium: true, isVIP: false });
    expect(provider.orders.size).toBe(1);
  });

  test("is refused to whoever has it already", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.pay((await orders(asha, "vip_boost")).orderId);
    await verifies(asha, [...provider.orders.keys()][0] ?? "");

    await expect(orders(asha, "vip_boost")).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED", message: "You already have VIP." },
    });
    await expect(orders(asha)).resolves.toMatchObject({ orderId: expect.any(String) });
  });

  test("is refused to visitors, moderators and people who are not approved, and the provider hears nothing", async () => {
    const { t, provider } = shop();
    const people = [t.withIdentity({}), await moderator(t), await applicant(t, "Asha")];
    for (const [index, code] of ["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN"].entries()) {
      await expect(people[index]?.action(api.payments.createOrder, { feature: "vip_boost" })).rejects.toMatchObject({
        data: { code },
      });
    }

    expect(provider.calls).toEqual([]);
    expect(await rowsOf(t)).toEqual([]);
  });

  test.each([[503], [429], [401], [400], ["lost" as const]])(
    "that the provider answers with %s fails in words",
    async (fault) => {
      const { t, provider } = shop();
      const asha = await woman(t, "Asha");
      provider.faults = [fault, 503];

      await expect(orders(asha)).rejects.toMatchObject({
        data: { code: "PROVIDER_FAILED", message: "Failed to create order" },
      });
      provider.faults = [];
      const { orderId } = await orders(asha);
      expect([...provider.orders.keys()]).toEqual([orderId]);
      expect(await rowsOf(t)).toHaveLength(1);
    },
  );

  test("is not made for an amount that the provider has understood otherwise", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    provider.lie = { order_amount: 9900 };

    await expect(orders(asha)).rejects.toMatchObject({ data: { code: "PROVIDER_FAILED" } });
  });

  test("can be asked for fifteen times at once, then that is enough for a while", async () => {
    const { t } = shop();
    const asha = await woman(t, "Asha");
    for (let i = 0; i < 15; i += 1) await orders(asha);

    await expect(orders(asha)).rejects.toMatchObject({
      data: { code: "TOO_MANY_TRIES", retryAfter: expect.any(Number) },
    });
  });
});

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
  ])("a paid %s grants it, says so and mails one receipt", async (asked, feature, granted, message) => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha, asked);
    provider.pay(orderId);
    const answers = await Promise.all([verifies(asha, orderId), verifies(asha, orderId)]);
    await settled(t);

    expect(answers).toEqual(Array(2).fill({ verified: true, pending: false, feature, message }));
    expect(await standing(asha)).toEqual(granted);
    expect(await asha.query(api.payments.order, { orderId })).toEqual({ status: "paid", feature });
    expect(mailsTo(asha.email).filter(({ subject }) => subject.includes("receipt"))).toHaveLength(1);
  });

  test.each([
    ["failed", "FAILED", "Card declined", { pending: false, message: "Card declined" }, "failed"],
    ["dropped", "USER_DROPPED", "", { pending: false, message: "Payment failed" }, "failed"],
    ["pending", "PENDING", "Wait", { pending: true, message: "Payment is being processed." }, "open"],
  ])("a %s payment grants nothing and says why", async (_, status, message, answer, stands) => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    provider.fails(orderId, status, message);

    expect(await verifies(asha, orderId)).toEqual({ verified: false, feature: "unlimited_swipes", ...answer });
    expect(await standing(asha)).toEqual({ isPremium: false, isVIP: false });
    expect(await asha.query(api.payments.order, { orderId })).toMatchObject({ status: stands });
  });

  test("what nobody tried to pay is no success, and an order that failed can still be paid", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    expect(await verifies(asha, orderId)).toMatchObject({ verified: false, message: "Payment failed" });
    provider.fails(orderId);
    await verifies(asha, orderId);
    provider.pay(orderId);

    expect(await verifies(asha, orderId)).toMatchObject({ verified: true });
  });

  test.each([
    ["amount", { order_amount: 98.99 }],
    ["currency", { order_currency: "USD" }],
    ["order", { order_id: "order_other" }],
  ])("a payment of another %s is never a grant, and waits for a refund", async (_, lie) => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    provider.lie = lie;

    expect(await verifies(asha, orderId)).toMatchObject({
      verified: false,
      message: "Payment verification failed. Please contact support.",
    });
    provider.lie = {};
    await verifies(asha, orderId);
    expect(await standing(asha)).toEqual({ isPremium: false, isVIP: false });
    expect(await rowsOf(t)).toMatchObject([{ status: "refundDue", cause: "mismatch" }]);
  });

  test("needs an order, one's own, and treats another's like none", async () => {
    const { t, provider } = shop();
    const [asha, mallory] = [await woman(t, "Asha"), await woman(t, "Mallory")];
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    const unknown = { code: "NOT_FOUND", message: "Payment verification failed. Please contact support." };

    await expect(verifies(asha, " ")).rejects.toMatchObject({
      data: { code: "BAD_INPUT", message: "Order ID is required" },
    });
    await expect(verifies(asha, "order_1")).rejects.toMatchObject({ data: unknown });
    await expect(verifies(mallory, orderId)).rejects.toMatchObject({ data: unknown });
    expect(await mallory.query(api.payments.order, { orderId })).toBeNull();
    expect(await standing(mallory)).toEqual({ isPremium: false, isVIP: false });
    await expect(t.action(api.payments.verify, { orderId })).rejects.toMatchObject({
      data: { code: "UNAUTHENTICATED" },
    });
  });

  test("fails in words while the provider is down, and works afterwards", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    provider.faults = [503];

    await expect(verifies(asha, orderId)).rejects.toMatchObject({
      data: { code: "PROVIDER_FAILED", message: "Failed to verify payment. Please contact support." },
    });
    expect(await verifies(asha, orderId)).toMatchObject({ verified: true });
  });

  test("is not a way to have the provider asked without end", async () => {
    const { t } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    for (let i = 0; i < 30; i += 1) await verifies(asha, orderId);

    await expect(verifies(asha, orderId)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  });

  test("what was paid for twice says that it will be refunded", async () => {
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
      feature: "unlimited_swipes",
      message: "You already have Gold. This payment will be refunded.",
    });
    expect((await rowsOf(t)).map(({ status }) => status)).toEqual(["refundDue", "paid"]);
  });
});

describe("the sweep", () => {
  test("grants what was paid although nobody came back and no webhook arrived", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    await sweeps(t);
    expect(await standing(asha)).toMatchObject({ isPremium: false });
    pass(2 * MINUTE);
    await sweeps(t);

    expect(await standing(asha)).toMatchObject({ isPremium: true });
  });

  test("finds an order whose making was cut off, whether it reached the provider or not", async () => {
    const { t, provider } = shop();
    const [asha, mira] = [await woman(t, "Asha"), await woman(t, "Mira")];
    provider.faults = ["lost", 503];
    for (const person of [asha, mira]) await expect(orders(person)).rejects.toThrow("Failed to create order");
    provider.pay([...provider.orders.keys()][0] ?? "");
    pass(3 * MINUTE);
    await sweeps(t);

    expect(await rowsOf(t)).toMatchObject([{ status: "paid" }, { status: "failed" }]);
    expect([await standing(asha), await standing(mira)]).toMatchObject([{ isPremium: true }, { isPremium: false }]);
  });

  test("asks ever more seldom, goes on after an outage, and gives up a day after the order lapsed", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    await orders(asha);
    const before = provider.calls.length;
    provider.faults = Array<number>(4).fill(503);
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 10) {
      pass(10 * MINUTE);
      await sweeps(t);
    }

    const asked = provider.calls.slice(before).filter(({ path }) => !path.endsWith("/payments")).length;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(15);
    expect((await rowsOf(t))[0]?.dueAt).toBeUndefined();
  });

  test("asks about so many at a time and comes to all", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    await t.run(async (ctx) => {
      for (let i = 0; i < 50; i += 1) {
        const row = { orderId: `order_${i}`, userId: asha.userId, feature: "vip_boost", amount: 5000 } as const;
        await ctx.db.insert("orders", { ...row, currency: "INR", status: "open", expiresAt: Date.now(), dueAt: 1 });
      }
    });
    for (const most of [20, 40, 50, 50]) {
      await sweeps(t);
      expect(provider.calls).toHaveLength(most);
    }
  });
});
