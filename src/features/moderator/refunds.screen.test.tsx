import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { setFestivalOfPage } from "../../lib/festival";
import { festival } from "../../testing/festival";
import { deployment } from "../../testing/page";
import { answerDashboard, refund, showDashboard, type Refund } from "./desk.testing";

const question = page.getByRole("dialog");
const line = (orderId: string) => page.getByRole("listitem").filter({ hasText: orderId });

test("money that has to go back is there by itself, and goes back after a question", async () => {
  await showRefunds([]);
  await expect.element(page.getByText("Nothing to refund")).toBeVisible();
  answerDashboard({ refunds: [refund("order_1")] });
  await expect.element(line("order_1")).toHaveTextContent("Account deleted");
  await expect.element(line("order_1")).toHaveTextContent("Paid after the account was deleted");
  await expect.element(line("order_1")).toHaveTextContent("₹99");
  await expect.element(page.getByRole("button", { name: "Refunds (1)" })).toBeVisible();

  answerPurchase(refund("order_1", { name: "Asha Rao" }));
  const send = line("order_1").getByRole("button", { name: "Refund" });
  await send.click();
  await expect.element(question.getByRole("heading", { name: "Send ₹99 back?" })).toBeVisible();
  await expect.element(question).toHaveTextContent(/BuyerAsha RaoBoughtGold for ₹99Paid.*less than a day ago/);
  await expect.element(question).toHaveTextContent("Paid after the account was deleted. Goes back whatever was used.");
  await expect
    .element(question.getByRole("button", { name: "Cancel" }), { message: "Enter sends no money" })
    .toHaveFocus();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(deployment.calls(api.payments.refund)).toEqual([]);

  deployment.answer(api.payments.refund, () => {
    answerDashboard({ refunds: [refund("order_1", { status: "refunding", given })] });
    return null;
  });
  await send.click();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Refund started")).toBeVisible();
  await expect.element(line("order_1")).toHaveTextContent(/by mira.*Waits for the provider/);
  answerDashboard({ refunds: [refund("order_1", { status: "refunding", given: { ...given, taken: true } })] });
  await expect.element(line("order_1")).toHaveTextContent("On its way");
  answerDashboard({ refunds: [refund("order_1", { status: "refunded" })] });
  await expect.element(line("order_1")).toHaveTextContent("Refunded");
  await expect.element(line("order_1").getByRole("button")).not.toBeInTheDocument();
  expect(deployment.calls(api.payments.refund)).toEqual([{ orderId: "order_1" }]);
});

test("an order number from a receipt is looked up, and an unknown, unpaid or refunded one says so and sends nothing", async () => {
  await showRefunds([]);
  const answers = [
    [null, "There is no such order."],
    [{ ...refund("order_1"), status: "open" }, "This order is not paid."],
    [{ ...refund("order_1"), status: "refunded" }, "This order is refunded."],
    [
      { ...refund("order_1"), status: "refunding", given: { ...given, taken: true } },
      "The provider has this refund already.",
    ],
  ] as const;
  for (const [purchase, text] of answers) {
    deployment.answer(api.payments.purchase, purchase);
    await page.getByLabelText("Another order").fill(" order_1_nobody ");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await expect.element(question.getByText(text)).toBeVisible();
    await question.getByRole("button", { name: "Close" }).last().click();
    await expect.element(question).not.toBeInTheDocument();
  }
  expect(deployment.calls(api.payments.purchase).at(-1)).toEqual({ orderId: "order_1_nobody" });
  expect(deployment.calls(api.payments.refund)).toEqual([]);
});

test("the question says how much is used against the rule of the refund page", async () => {
  setFestivalOfPage({
    ...festival,
    firstDay: "2025-12-18",
    lastDay: isoDay(Date.now() + 9 * DAY),
    timeZone: "Etc/UTC",
  });
  const cases = [
    [1, /1 days ago.*Inside it: 14 days at most, and 20% used/],
    [8, /8 days ago.*Beyond it/],
    [15, /15 days ago.*Beyond it/],
  ] as const;
  await showRefunds([]);
  for (const [days, text] of cases) {
    answerPurchase(refund("order_1", { cause: null, paidAt: Date.now() - days * DAY }), "paid");
    await page.getByLabelText("Another order").fill("order_1");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await expect.element(question).toHaveTextContent(text);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.element(question).not.toBeInTheDocument();
  }
});

test("a refund that breaks is 'Failed to refund', and can be tried again", async () => {
  await showRefunds([refund("order_1")]);
  deployment.break(api.payments.refund);
  answerPurchase(refund("order_1"));
  await line("order_1").getByRole("button", { name: "Refund" }).click();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Failed to refund")).toBeVisible();
  await expect.element(line("order_1").getByRole("button", { name: "Refund" })).toBeEnabled();
});

const DAY = 86_400_000;
const given = { by: "mira", since: Date.now(), taken: false };

/** What the deployment says of an order that somebody is about to refund. */
function answerPurchase(order: Refund, status: "paid" | "refundDue" = "refundDue") {
  deployment.answer(api.payments.purchase, { ...order, status });
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

async function showRefunds(refunds: Refund[]) {
  await showDashboard({ refunds });
  await page.getByRole("button", { name: `Refunds (${refunds.length})` }).click();
}
