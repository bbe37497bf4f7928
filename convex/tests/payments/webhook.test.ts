import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { mailsTo } from "../../testing/mails.testing";
import type { Person } from "../../testing/people.testing";
import { rowsIn, everyRow, type Product } from "../../testing/product.testing";
import { type Tampering, posts, signature } from "../../testing/provider.testing";
import { ordered, shop, verifies } from "../../testing/shop.testing";
import { DAY } from "../../testing/clock.testing";
import { swipesLeft } from "../../testing/views.testing";

const isGold = async (person: Person) => (await person.query(api.profiles.me, {})).isPremium;
const receipts = (person: Person) => mailsTo(person.email).filter(({ subject }) => subject.includes("receipt")).length;

describe("a webhook of the provider", () => {
  test("grants a paid order even if the buyer closed the tab", async () => {
    const { t, provider, asha, orderId } = await ordered();
    provider.pay(orderId);

    expect(await posts(t, orderId)).toBe(200);
    expect(await isGold(asha)).toBe(true);
    expect(await asha.query(api.payments.order, { orderId })).toMatchObject({ status: "paid" });
    expect(await swipesLeft(asha)).toBe(5);
  });

  test("sent a hundred times before, during and after verification makes one grant and one receipt", async () => {
    const { t, provider, asha, orderId } = await ordered();
    const many = (count: number) => Array.from({ length: count }, () => posts(t, orderId));
    await Promise.all(many(30));
    provider.pay(orderId);
    const during = await Promise.all([...many(20), verifies(asha, orderId), ...many(20), verifies(asha, orderId)]);
    const { premiumPurchasedAt } = await asha.query(api.profiles.me, {});
    await Promise.all(many(30));

    expect(during.filter((answer) => typeof answer === "object")).toMatchObject([
      { verified: true },
      { verified: true },
    ]);
    expect((await asha.query(api.profiles.me, {})).premiumPurchasedAt).toBe(premiumPurchasedAt);
    expect(premiumPurchasedAt).not.toBeNull();
    expect(receipts(asha)).toBe(1);
    expect(await rowsIn(t, "orders")).toMatchObject([{ status: "paid" }]);
  });

  test("of a paid order causes no further call to the provider", async () => {
    const { t, provider, orderId } = await ordered();
    provider.pay(orderId);
    await posts(t, orderId);
    const calls = provider.calls.length;
    for (let i = 0; i < 20; i += 1) await posts(t, orderId);

    expect(provider.calls).toHaveLength(calls);
  });

  test("that claims an unconfirmed success grants nothing", async () => {
    const { t, asha, orderId } = await ordered();

    expect(await posts(t, orderId)).toBe(200);
    expect(await isGold(asha)).toBe(false);
  });

  test("is accepted while the provider is down, and a later one grants the feature", async () => {
    const { t, provider, asha, orderId } = await ordered();
    provider.pay(orderId);
    provider.faults = [503];
    expect(await posts(t, orderId)).toBe(200);
    expect(await isGold(asha)).toBe(false);

    await posts(t, orderId);
    expect(await isGold(asha)).toBe(true);
  });

  test("that arrives a day late still grants the feature", async () => {
    const { t, provider, asha, orderId } = await ordered();
    provider.pay(orderId);

    expect(await posts(t, orderId, undefined, { age: DAY })).toBe(200);
    expect(await isGold(asha)).toBe(true);
  });

  test.each<[string, Tampering]>([
    ["signed with another secret", { secret: "another" }],
    ["without a signature", { headers: { "x-webhook-signature": "" } }],
    ["with a signature that is not base64", { headers: { "x-webhook-signature": "§§§" } }],
    ["with a shortened signature", { headers: { "x-webhook-signature": "QUJD" } }],
    ["with another timestamp than the signed one", { headers: { "x-webhook-timestamp": String(Date.now() - 1) } }],
    ["with a timestamp that is not a number", { headers: { "x-webhook-timestamp": "yesterday" } }],
    ["from last week", { age: 7 * DAY }],
    ["from the future", { age: -DAY }],
    ["whose body was parsed and written again", { body: (text) => JSON.stringify(JSON.parse(text)) }],
    ["replayed onto another order", { body: (text) => text.replace(/order_\w+/g, "order_1") }],
    ["with a character appended", { body: (text) => `${text} ` }],
  ])("%s is refused and changes nothing", async (_, tampered) => {
    const { t, provider, orderId } = await ordered();
    provider.pay(orderId);
    const [before, calls] = [await everyRow(t), provider.calls.length];

    expect(await posts(t, orderId, undefined, tampered)).toBe(401);
    expect(await everyRow(t)).toBe(before);
    expect(provider.calls).toHaveLength(calls);
  });

  test("is refused without the headers, and when it is too large", async () => {
    const { t } = shop();
    const bare = await t.fetch("/api/payments/webhook", { method: "POST", body: "{}" });
    const headers = { "x-webhook-signature": "QUJD", "x-webhook-timestamp": String(Date.now()) };
    const large = await t.fetch("/api/payments/webhook", { method: "POST", headers, body: "x".repeat(70_000) });

    expect([bare.status, large.status]).toEqual([401, 413]);
  });

  test.each([
    ["no JSON", () => "]["],
    ["another kind of event", () => JSON.stringify({ type: "SETTLEMENT", data: { settlement: {} } })],
    ["an order as a number", () => JSON.stringify({ type: "X", data: { order: { order_id: 7 } } })],
    ["nothing", () => ""],
  ])("that holds %s is accepted and changes nothing", async (_, body) => {
    const { t, provider, orderId } = await ordered();
    provider.pay(orderId);
    const before = await everyRow(t);

    expect(await signedAs(t, body())).toBe(200);
    expect(await everyRow(t)).toBe(before);
  });

  test("about an unknown order is accepted, so that the provider stops retrying", async () => {
    const { t } = shop();
    expect(await posts(t, "order_unknown")).toBe(200);
  });
});

/** Posts any text with a valid signature. */
async function signedAs(t: Product, text: string): Promise<number> {
  const timestamp = String(Date.now());
  const headers = {
    "content-type": "application/json",
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": await signature("secret", timestamp + text),
  };
  return (await t.fetch("/api/payments/webhook", { method: "POST", headers, body: text })).status;
}
