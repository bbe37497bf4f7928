import { describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { pass, MINUTE, DAY } from "../../testing/clock.testing";
import { man, several, woman } from "../../testing/crowd.testing";
import { mailsTo } from "../../testing/mails.testing";
import { moderator, type Person } from "../../testing/people.testing";
import { settled, type Product, rowsIn } from "../../testing/product.testing";
import { posts, type Provider } from "../../testing/provider.testing";
import { orders, paid, pollsDue, purchasesOf, shop, verifies } from "../../testing/shop.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf } from "../../testing/views.testing";

const statuses = async (t: Product) => (await rowsIn(t, "orders")).map(({ status }) => status);

function refundMails({ email }: Person): string[] {
  return mailsTo(email).flatMap(({ subject, text }) => (subject === "Your refund for Gold" ? [text] : []));
}

/** Pays for the same feature twice. The first order grants it. */
async function paidTwice(provider: Provider, person: Person) {
  const { orderId: first } = await orders(person);
  pass(35 * MINUTE);
  const { orderId: second } = await orders(person);
  for (const orderId of [first, second]) {
    provider.pay(orderId);
    await verifies(person, orderId);
  }
  return [first, second] as const;
}

describe("a refund by a moderator", () => {
  test("of a second payment for a feature sends the money back and leaves the grant", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const [first, second] = await paidTwice(provider, asha);
    const waiting = { orderId: second, feature: "unlimited_swipes", amount: 9900, currency: "INR", name: "Asha" };
    expect(await desk.query(api.payments.refunds, {})).toEqual([
      { ...waiting, paidAt: expect.any(Number), status: "refundDue", cause: "twice", given: null },
    ]);
    await desk.action(api.payments.refund, { orderId: second });

    expect(await desk.query(api.payments.refunds, {})).toMatchObject([{ orderId: second, status: "refunded" }]);
    expect([provider.isPaid(first), provider.isPaid(second)]).toEqual([true, false]);
    expect(await purchasesOf(asha)).toEqual({ isPremium: true, isVIP: false });
    expect(await asha.query(api.payments.order, { orderId: second })).toMatchObject({ status: "refunded" });
  });

  test("of the granting order lets the second paid order of the same feature grant it instead", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const [first, second] = await paidTwice(provider, asha);
    await desk.action(api.payments.refund, { orderId: await paid(provider, asha, "vip_boost") });
    expect(await purchasesOf(asha)).toEqual({ isPremium: true, isVIP: false });
    await desk.action(api.payments.refund, { orderId: first });

    expect(await purchasesOf(asha)).toEqual({ isPremium: true, isVIP: false });
    expect(await statuses(t)).toEqual(["refunded", "paid", "refunded"]);
    expect([provider.isPaid(first), provider.isPaid(second)]).toEqual([false, true]);
  });

  test("of the only order revokes the grant, in decks too, and the buyer can buy again", async () => {
    const { t, provider } = shop();
    const [asha, men, desk] = [await woman(t, "Asha"), await several(man, t, "Man", 3), await moderator(t)];
    const [last] = men.slice(-1) as [Person];
    const orderId = await paid(provider, last, "vip_boost");
    expect((await deckOf(asha))[0]).toBe("Man 3");
    await desk.action(api.payments.refund, { orderId });

    expect(await purchasesOf(last)).toEqual({ isPremium: false, isVIP: false });
    const { profiles } = await asha.query(api.swipes.deck, {});
    expect(profiles.find(({ name }) => name === "Man 3")).toMatchObject({ isVIP: false });
    expect((await deckOf(asha))[0]).not.toBe("Man 3");
    await paid(provider, last, "vip_boost");
    expect(await purchasesOf(last)).toMatchObject({ isVIP: true });
  });

  test("of a deleted account's order works, and the list shows no name", async () => {
    const { t, provider } = shop();
    const [asha, mira, desk] = [await woman(t, "Asha"), await woman(t, "Mira"), await moderator(t)];
    const [late, before] = [(await orders(asha)).orderId, await paid(provider, mira)];
    for (const person of [asha, mira]) {
      await deleteAccount(person);
    }
    provider.pay(late);
    await posts(t, late);
    expect(await desk.query(api.payments.refunds, {})).toMatchObject([{ orderId: late, name: null, cause: "gone" }]);
    for (const orderId of [late, before]) await desk.action(api.payments.refund, { orderId });

    expect([provider.isPaid(late), provider.isPaid(before)]).toEqual([false, false]);
    expect(await statuses(t)).toEqual(["refunded", "refunded"]);
  });

  test("of a wrong amount sends back the amount that was paid", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const { orderId } = await orders(asha);
    provider.pay(orderId, 12.34);
    await verifies(asha, orderId);
    expect(await desk.query(api.payments.refunds, {})).toMatchObject([{ amount: 1234, cause: "mismatch" }]);
    await desk.action(api.payments.refund, { orderId });

    expect(provider.order(orderId).refunds).toMatchObject([{ amount: 12.34 }]);
    expect(await statuses(t)).toEqual(["refunded"]);
  });

  test("by two moderators, repeated after a lost response, makes one refund", async () => {
    const { t, provider } = shop();
    const [asha, desk, other] = [await woman(t, "Asha"), await moderator(t), await moderator(t, "Other")];
    const orderId = await paid(provider, asha);
    provider.refunding = "PENDING";
    provider.faults = ["lost"];
    await Promise.all([desk, other].map(async (person) => await person.action(api.payments.refund, { orderId })));
    await desk.action(api.payments.refund, { orderId });
    expect(await desk.query(api.payments.refunds, {})).toMatchObject([{ status: "refunding" }]);
    provider.finishRefunds();
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");

    expect(provider.order(orderId).refunds).toHaveLength(1);
    expect(await statuses(t)).toEqual(["refunded"]);
    await expectRefusal(desk.action(api.payments.refund, { orderId }), "ALREADY_DECIDED");
  });

  test("of an order with two successful payments is done as soon as the provider completes it", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const orderId = await paid(provider, asha);
    provider.fails(orderId, "SUCCESS");
    provider.refunding = "PENDING";
    await desk.action(api.payments.refund, { orderId });
    provider.finishRefunds();
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");

    expect(await statuses(t)).toEqual(["refunded"]);
  });

  test("interrupted before it reached the provider is sent by the polling job", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const orderId = await paid(provider, asha);
    provider.faults = [503];
    await desk.action(api.payments.refund, { orderId });
    expect([await statuses(t), await purchasesOf(asha)]).toMatchObject([["refunding"], { isPremium: false }]);
    pass(3 * MINUTE);
    await pollsDue(t);

    expect(await statuses(t)).toEqual(["refunded"]);
    expect(provider.isPaid(orderId)).toBe(false);
  });

  test("of a demo person's order that the provider never had is refused at once", async () => {
    const { t } = shop();
    const desk = await moderator(t);
    await t.mutation(internal.demo.makeAccount, { email: "demo.one@demo.invalid", secret: "pbkdf2$1$00$00" });
    const userId = await t.run(async (ctx) => (await ctx.db.query("users").collect()).at(-1)!._id);
    await t.mutation(internal.payments.open, { orderId: "demo", userId, feature: "vip_boost" });
    await t.mutation(internal.payments.settle, { orderId: "demo" });
    await expectRefusal(
      desk.action(api.payments.refund, { orderId: "demo" }),
      "ALREADY_DECIDED",
      expect.stringContaining("demo order"),
    );
    expect(await statuses(t)).toEqual(["refundDue"]);
  });

  test("that the provider refuses waits for a moderator again, and can be repeated", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const orderId = await paid(provider, asha);
    provider.refunding = "CANCELLED";
    const sentence = "The payment provider did not accept the refund. Please try again.";
    await expectRefusal(desk.action(api.payments.refund, { orderId }), "PROVIDER_FAILED", sentence);
    expect(await desk.query(api.payments.refunds, {})).toMatchObject([{ status: "refundDue", cause: "refundFailed" }]);
    provider.refunding = "SUCCESS";
    await desk.action(api.payments.refund, { orderId });
    await settled(t);

    expect(await statuses(t)).toEqual(["refunded"]);
    const ids = provider.order(orderId).refunds.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{3,40}$/);
  });

  test("shows who gave it and whether the provider accepted it, and mails the buyer once", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const orderId = await paid(provider, asha);
    const given = async () => (await desk.query(api.payments.purchase, { orderId }))?.given;
    expect(await desk.query(api.payments.purchase, { orderId })).toMatchObject({ status: "paid", amount: 9900 });
    expect([await desk.query(api.payments.purchase, { orderId: "order_1" }), await given()]).toEqual([null, null]);

    provider.faults = [503];
    await desk.action(api.payments.refund, { orderId });
    await settled(t);
    expect(await given()).toMatchObject({ by: "moderator", taken: false });
    expect(refundMails(asha)).toEqual([]);
    provider.refunding = "PENDING";
    for (let again = 0; again < 2; again += 1) await desk.action(api.payments.refund, { orderId });
    await pollsDue(t);
    expect(await given()).toMatchObject({ taken: true });
    expect(refundMails(asha)).toEqual([expect.stringMatching(/₹99\.00.*order_.*ends your Gold/s)]);

    provider.finishRefunds("CANCELLED");
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");
    provider.refunding = "SUCCESS";
    await desk.action(api.payments.refund, { orderId });
    await settled(t);
    expect(provider.order(orderId).refunds.map(({ status }) => status)).toEqual(["CANCELLED", "SUCCESS"]);
    expect(refundMails(asha)).toHaveLength(1);
    expect(await rowsIn(t, "orders")).toMatchObject([{ status: "refunded", refundedAt: expect.any(Number) }]);
  });

  test("of a payment with a wrong amount is exact, and beside a correct payment the mail says that Gold stays", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const { orderId: odd } = await orders(asha);
    provider.pay(odd, 99.01);
    await verifies(asha, odd);
    await paid(provider, asha);
    await desk.action(api.payments.refund, { orderId: odd });
    await settled(t);

    expect(provider.order(odd).refunds).toMatchObject([{ amount: 99.01 }]);
    expect(refundMails(asha)).toEqual([expect.stringMatching(/₹99\.01.*You still have Gold\./s)]);
  });

  test("works for paid orders only", async () => {
    const { t, provider } = shop();
    const [asha, desk] = [await woman(t, "Asha"), await moderator(t)];
    const open = (await orders(asha, "vip_boost")).orderId;
    await expectRefusal(desk.action(api.payments.refund, { orderId: "order_1" }), "NOT_FOUND");
    await expectRefusal(desk.action(api.payments.refund, { orderId: open }), "ALREADY_DECIDED");

    expect([await statuses(t), provider.order(open).refunds]).toEqual([["open"], []]);
  });
});

describe("money that the provider sends back on its own", () => {
  test("revokes the grant when its webhook arrives, even three times", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const orderId = await paid(provider, asha);
    provider.giveBack(orderId);
    for (let i = 0; i < 3; i += 1) expect(await posts(t, orderId, "REFUND_STATUS_WEBHOOK")).toBe(200);

    expect(await purchasesOf(asha)).toEqual({ isPremium: false, isVIP: false });
    expect(await asha.query(api.payments.order, { orderId })).toMatchObject({ status: "refunded" });
    await posts(t, orderId);
    expect(await purchasesOf(asha)).toEqual({ isPremium: false, isVIP: false });
  });

  test("before we know of the payment leaves no grant, if its webhook comes first", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const { orderId } = await orders(asha);
    provider.pay(orderId);
    provider.giveBack(orderId);
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");
    pass(MINUTE);
    await pollsDue(t);

    expect([await statuses(t), await purchasesOf(asha)]).toEqual([["refunded"], { isPremium: false, isVIP: false }]);
  });

  test("revokes the grant by polling if no webhook arrives", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const orderId = await paid(provider, asha);
    provider.giveBack(orderId);
    pass(2 * DAY);
    await pollsDue(t);

    expect(await purchasesOf(asha)).toMatchObject({ isPremium: false });
  });

  test("in part, or of a second payment of the same order, leaves the grant", async () => {
    const { t, provider } = shop();
    const [asha, mira] = [await woman(t, "Asha"), await woman(t, "Mira")];
    const [part, twice] = [await paid(provider, asha), await paid(provider, mira)];
    provider.giveBack(part, 20);
    provider.fails(twice, "SUCCESS");
    provider.giveBack(twice);
    for (const orderId of [part, twice]) await posts(t, orderId, "REFUND_STATUS_WEBHOOK");

    expect([await purchasesOf(asha), await purchasesOf(mira)]).toMatchObject([
      { isPremium: true },
      { isPremium: true },
    ]);
  });

  test("that a webhook claims but the provider does not confirm changes nothing", async () => {
    const { t, provider } = shop();
    const asha = await woman(t, "Asha");
    const orderId = await paid(provider, asha);
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");

    expect(await purchasesOf(asha)).toMatchObject({ isPremium: true });
  });
});
