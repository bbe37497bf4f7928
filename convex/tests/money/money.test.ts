/** Orders as organisers see them: finding them, their totals, and their export. */
import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { pass, DAY } from "../../testing/clock.testing";
import { man, woman } from "../../testing/crowd.testing";
import { organiser } from "../../testing/people.testing";
import { rowsIn, setupTest } from "../../testing/product.testing";
import { posts } from "../../testing/provider.testing";
import { orders, searchOrders, paid, recountOf, shop, totalsIn } from "../../testing/shop.testing";
import { dateAt } from "../../shared/festival";
import { expectRefusal } from "../../testing/refusals.testing";

const today = () => dateAt("Asia/Kolkata", Date.now());

async function market() {
  const { t, provider } = shop();
  const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
  return { t, provider, desk, asha, ravi };
}

const ids = ({ page }: { page: { orderId: string }[] }) => page.map(({ orderId }) => orderId);

describe("orders are found", () => {
  test("by the beginning of the buyer's name, handle or address, without duplicates", async () => {
    const { provider, desk, asha, ravi } = await market();
    const [gold, vip] = [await paid(provider, asha), (await orders(asha, "vip_boost")).orderId];
    await paid(provider, ravi);

    for (const typed of ["ash", "ASHA", "@asha", asha.email.slice(0, 6)]) {
      expect(ids(await searchOrders(desk, typed))).toEqual([vip, gold]);
    }
    expect((await searchOrders(desk, "ash")).page[1]).toMatchObject({
      ...{ feature: "unlimited_swipes", amount: 9900, currency: "INR", status: "paid", given: null },
      buyer: { _id: asha.userId, name: "Asha" },
    });
    expect(await searchOrders(desk, "nobody")).toMatchObject({ page: [], isDone: true });
  });

  test("by an address only once it is typed up to its @", async () => {
    const { t, desk } = await market();
    const zoe = await woman(t, "Zoë Marie de Souza");
    const { orderId } = await orders(zoe);
    expect(ids(await searchOrders(desk, "zo.marie"))).toEqual([]);
    expect(ids(await searchOrders(desk, "zo.marie.de.souza@"))).toEqual([orderId]);
  });

  test("by our number or the provider's, whole or its beginning, even after the buyer's account is deleted", async () => {
    const { t, provider, desk, asha } = await market();
    const orderId = await paid(provider, asha);
    const [row] = await rowsIn(t, "orders");
    await deleteAccount(asha);

    for (const typed of [
      orderId,
      ` ${orderId.slice(0, 12)} `,
      row?.providerId ?? "",
      row?.providerId?.slice(0, 5) ?? "",
    ]) {
      expect((await searchOrders(desk, typed)).page).toMatchObject([{ orderId, buyer: null }]);
    }
    expect(ids(await searchOrders(desk, "order_0"))).toEqual([]);
    expect(ids(await searchOrders(desk, "999999999"))).toEqual([]);
  });

  test("by their date in festival time, and by their state", async () => {
    const { provider, desk, asha, ravi } = await market();
    const first = today();
    const bought = await paid(provider, asha);
    pass(DAY);
    const open = (await orders(ravi)).orderId;

    expect(ids(await searchOrders(desk, "", { day: first }))).toEqual([bought]);
    expect(ids(await searchOrders(desk, "", { day: today() }))).toEqual([open]);
    expect(ids(await searchOrders(desk, "", { status: "open" }))).toEqual([open]);
    expect(ids(await searchOrders(desk, "ash", { day: today() }))).toEqual([]);
    expect(ids(await searchOrders(desk, ""))).toEqual([open, bought]);
    expect(await searchOrders(desk, "", { day: "2001-02-30" })).toMatchObject({ page: [], isDone: true });
  });
});

describe("the totals", () => {
  test("show the open, paid, due and refunded orders of each day and product", async () => {
    const { t, provider, desk, asha, ravi } = await market();
    const first = today();
    const [gold] = [await paid(provider, asha), await paid(provider, asha, "vip_boost"), await orders(ravi)];
    pass(DAY);
    const late = (await orders(ravi, "vip_boost")).orderId;
    provider.pay(late, 49.99);
    await posts(t, late);
    await desk.action(api.payments.refund, { orderId: gold });

    const { products } = await desk.query(api.money.totals, {});
    expect(products.unlimited_swipes).toMatchObject({
      ...{ open: { orders: 1, amount: 9900 }, paid: { orders: 0, amount: 0 }, refunded: { orders: 1, amount: 9900 } },
    });
    const { days, hasMore } = await desk.query(api.money.days, { most: 14 });
    expect([days.map(({ day }) => day), hasMore]).toEqual([[today(), first], false]);
    expect(days[0]?.products.vip_boost.refundDue).toEqual({ orders: 1, amount: 4999 });
    expect(await totalsIn(t)).toEqual(recountOf(await rowsIn(t, "orders")));
  });

  test("cover at most as many days as requested, and say whether there are more", async () => {
    const { desk, asha } = await market();
    for (let day = 0; day < 4; day += 1) {
      await orders(asha);
      pass(DAY);
    }
    const shown = async (limit: number) => {
      const { days, hasMore } = await desk.query(api.money.days, { most: limit });
      return [days.length, hasMore];
    };
    expect([await shown(3), await shown(4), await shown(1e9), await shown(NaN)]).toEqual([
      ...[
        [3, true],
        [4, false],
        [4, false],
        [0, true],
      ],
    ]);
  });
});

describe("an export", () => {
  test("has every order of the chosen days, and is logged with its organiser", async () => {
    const { t, provider, desk, asha, ravi } = await market();
    const [first, bought] = [today(), await paid(provider, asha)];
    pass(DAY);
    const open = (await orders(ravi)).orderId;
    const all = await desk.action(api.money.exportPart, { from: first, to: today(), cursor: null });

    expect(all).toMatchObject({
      orders: [{ orderId: bought, buyer: { name: "Asha" } }, { orderId: open }],
      cursor: null,
    });
    const later = { from: today(), to: "2999-12-31", cursor: null };
    expect((await desk.action(api.money.exportPart, later)).orders.map(({ orderId }) => orderId)).toEqual([open]);
    const log = (await rowsIn(t, "incidents")).filter(({ what }) => what === "ordersExported");
    expect(log.map(({ by }) => by)).toEqual([desk.userId, desk.userId]);
  });

  test.each([
    [{ from: "", to: "" }, "Please choose the first and the last day."],
    [{ from: "yesterday", to: "2025-12-18" }, "Please choose the first and the last day."],
    [{ from: "2025-12-18", to: "tomorrow" }, "Please choose the first and the last day."],
    [{ from: "2025-12-19", to: "2025-12-18" }, "The first day is after the last one."],
  ])("of %o is refused with a sentence", async (span, message) => {
    const desk = await organiser(setupTest());
    await expectRefusal(desk.action(api.money.exportPart, { ...span, cursor: null }), "BAD_INPUT", message);
  });
});
