import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { hostile } from "../../../testing/forms";
import { deployment, press, resize, savedFiles, showToOrganiser } from "../../../testing/page";
import { lastPage } from "../../../testing/people";
import { order, showMoney, states } from "./money.testing";

const row = (text: string) =>
  page.getByRole("list", { name: "Orders found" }).getByRole("listitem").filter({ hasText: text });
const search = page.getByRole("searchbox", { name: "Search orders" });

test("the totals show what is paid, refunded and open, per product and together; a day leads to its orders", async () => {
  const products = { unlimited_swipes: states({ paid: 3, refundDue: 1, open: 2 }), vip_boost: states({ refunded: 1 }) };
  showMoney([], products, [{ day: "2030-01-31", products }]);
  showToOrganiser("/organiser/money");
  const sum = (name: string) => page.getByRole("region", { name });
  await expect.element(sum("Total")).toHaveTextContent("₹2973 paid1 to be refunded, ₹991 refunded, ₹992 not paid yet");
  await expect.element(sum("VIP")).toHaveTextContent("₹00 paid1 refunded, ₹99");
  await expect.element(page.getByText("No orders yet")).toBeVisible();

  await press("Show the orders of Thu 31 Jan");
  await expect.element(page.getByText("No order found")).toBeVisible();
  expect(deployment.calls(api.money.orders).at(-1)).toMatchObject({ search: "", day: "2030-01-31" });
  expect(window.location.search).toBe("?day=2030-01-31");
});

test("the search finds orders while the organiser types; each order links its buyer or says 'Account deleted'", async () => {
  const asha = order("order_1_asha");
  const given = { by: "mira", since: 0, taken: true };
  showMoney([asha, order("order_2_gone", { buyer: null, isDemo: true, status: "refunded", given })]);
  showToOrganiser("/organiser/money");
  await expect
    .element(row("order_2_gone"))
    .toHaveTextContent(/Account deleted.*Refunded.*Demo order.*Refund given by mira/);
  await expect.element(row("order_2_gone").getByRole("button")).not.toBeInTheDocument();
  await expect
    .element(row("order_1_asha").getByRole("link", { name: "Asha" }))
    .toHaveAttribute("href", `/organiser/people/${asha.buyer?._id}`);

  const held = deployment.hold(api.money.orders);
  await userEvent.type(search, "order_9");
  await expect.element(row("order_2_gone")).toBeVisible();
  held.answer(lastPage([]));
  await expect.element(page.getByText("No order found")).toBeVisible();
  await press("Clear all");
  await expect.element(search).toHaveValue("");
});

test("a day or a state in the address that does not exist is ignored", async () => {
  showMoney([order("order_1")]);
  showToOrganiser("/organiser/money?day=2030-02-31&status=sold");
  await expect.element(row("order_1")).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "State" })).toHaveDisplayValue("Any state");
  await expect.element(page.getByRole("button", { name: "Download all orders" })).toBeVisible();
  expect(deployment.calls(api.money.orders).at(-1)).toEqual({ search: "", paginationOpts: expect.anything() });
});

test("a page without a match says so, and 'Keep looking' loads the next one", async () => {
  showMoney();
  deployment.answer(api.money.orders, ({ paginationOpts: { cursor } }) =>
    cursor === null ? { ...lastPage([]), isDone: false, continueCursor: "further" } : lastPage([order("order_3")]),
  );
  showToOrganiser("/organiser/money?q=a&status=open");
  await expect.element(page.getByText("Nothing found so far.")).toBeVisible();
  await press("Keep looking");
  await expect.element(row("order_3")).toBeVisible();
  expect(deployment.calls(api.money.orders).at(-1)).toMatchObject({ search: "a", status: "open" });
});

test("all orders download in parts as one CSV file, in which no cell is a formula", async () => {
  const files = savedFiles();
  const at = Date.parse("2030-01-30T23:30:00Z");
  const evil = order("order_1", {
    createdAt: at,
    paidAt: null,
    status: "open",
    buyer: { _id: "u1" as never, name: '=1+1, "a"' },
  });
  showMoney();
  deployment.answer(api.money.exportPart, ({ cursor }) =>
    cursor === null
      ? { orders: [evil], cursor: "next" }
      : { orders: [order("order_2", { amount: 5001, buyer: null, isDemo: true })], cursor: null },
  );
  showToOrganiser("/organiser/money");
  await press("Download all orders");
  await expect.element(page.getByText("2 orders are in your downloads")).toBeVisible();
  const lines = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toMatch(/^\ufeff?Order,Provider's number,Product,Amount/);
  expect(lines[1]).toBe(`order_1,2149460581,Gold,99.00,INR,Not paid,,2030-01-31T05:00:00+05:30,,,,,"'=1+1, ""a""",u1,`);
  expect(lines[2]).toMatch(/^order_2,.*,50\.01,INR,Paid,.*,Demo order$/);
  expect(deployment.calls(api.money.exportPart)[0]).toEqual({ from: "2000-01-01", to: "9999-12-31", cursor: null });
});

test("a day's download covers only that day; a failed part or a day without orders says so and makes no file", async () => {
  const files = savedFiles();
  showMoney();
  showToOrganiser("/organiser/money?day=2030-02-01");
  deployment.break(api.money.exportPart);
  await press("Download this day");
  await expect.element(page.getByText("Failed to get the orders. Please try again.")).toBeVisible();
  deployment.answer(api.money.exportPart, { orders: [], cursor: null });
  await press("Download this day");
  await expect.element(page.getByText("There are no orders to download")).toBeVisible();
  expect(deployment.calls(api.money.exportPart).at(-1)).toEqual({ from: "2030-02-01", to: "2030-02-01", cursor: null });
  expect(files).toEqual([]);
});

test("long names and numbers wrap on a phone", async () => {
  await resize(360, 740);
  const name = hostile.long.slice(0, 60);
  showMoney([order(`order_${"9".repeat(40)}`, { buyer: { _id: "u1" as never, name } })]);
  showToOrganiser("/organiser/money");
  await expect.element(row("order_9")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
