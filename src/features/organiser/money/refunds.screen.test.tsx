import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { setFestivalOfPage } from "../../../lib/festival";
import { festival } from "../../../testing/festival";
import { deployment, press, showToOrganiser } from "../../../testing/page";
import { order, showMoney } from "./money.testing";
import type { ListedOrder } from "./useMoney";

const question = page.getByRole("dialog");
const line = page.getByRole("listitem").filter({ hasText: "order_1" });

test("a refund asks first, naming buyer and purchase; the order then shows the refund's progress", async () => {
  showOrder({ status: "refundDue", cause: "gone", buyer: null });
  await expect.element(line).toHaveTextContent(/Account deleted.*Paid after the account was deleted.*₹99/);
  answerPurchase({ cause: "gone", status: "refundDue", amount: 9901 });
  await ask();
  await expect.element(question.getByRole("heading", { name: "Send ₹99.01 back?" })).toBeVisible();
  await expect.element(question).toHaveTextContent(/BuyerAsha RaoBoughtGold for ₹99.01Paid.*less than a day ago/);
  await expect
    .element(question)
    .toHaveTextContent("Paid after the account was deleted. Always refunded, whatever was used.");
  await expect
    .element(question.getByRole("button", { name: "Cancel" }), { message: "Enter sends no money" })
    .toHaveFocus();
  await press("Cancel");
  expect(deployment.calls(api.payments.refund)).toEqual([]);

  const refusal = "The payment provider did not accept the refund. Please try again.";
  deployment.refuse(api.payments.refund, "PROVIDER_FAILED", refusal);
  await ask();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText(refusal)).toBeVisible();
  deployment.answer(api.payments.refund, () => {
    showMoney([order("order_1", { status: "refunding", given })]);
    return null;
  });
  await ask();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Refund started")).toBeVisible();
  expect(deployment.calls(api.payments.refund)).toEqual([{ orderId: "order_1" }, { orderId: "order_1" }]);
  await expect.element(line).toHaveTextContent(/by mira.*Waiting for the provider/);
  showMoney([order("order_1", { status: "refunding", given: { ...given, taken: true } })]);
  await expect.element(line).toHaveTextContent("On its way");
  await expect.element(line.getByRole("button")).not.toBeInTheDocument();
});

test("while two refunds are on their way, neither can be sent again", async () => {
  showMoney([order("order_1"), order("order_2")]);
  showToOrganiser("/organiser/money");
  deployment.hold(api.payments.refund);
  const refund = (id: string) =>
    page.getByRole("listitem").filter({ hasText: id }).getByRole("button", { name: "Refund" });
  for (const [sent, id] of ["order_1", "order_2"].entries()) {
    deployment.answer(api.payments.purchase, { ...order(id), name: "Asha Rao" });
    await refund(id).click();
    await question.getByRole("button", { name: "Refund" }).click();
    await expect.poll(() => deployment.calls(api.payments.refund)).toHaveLength(sent + 1);
  }
  await expect.element(refund("order_2")).toBeDisabled();
  await expect.element(refund("order_1")).toBeDisabled();
});

test("if the order changes while the question is open, the question says why there is nothing to refund", async () => {
  showOrder({ status: "refundDue" });
  const answers = [
    [null, "There is no such order."],
    [{ status: "failed" }, "This order has not been paid."],
    [{ status: "refunded" }, "This order has been refunded."],
    [{ status: "refunding", given: { ...given, taken: true } }, "The provider already has this refund."],
  ] as const;
  for (const [purchase, text] of answers) {
    answerPurchase(purchase);
    await ask();
    await expect.element(question.getByText(text)).toBeVisible();
    await question.getByRole("button", { name: "Close" }).last().click();
    await expect.element(question).not.toBeInTheDocument();
  }
  expect(deployment.calls(api.payments.refund)).toEqual([]);
});

test("the question says whether the purchase is within the rule of the refund page", async () => {
  const lastDay = new Date(Date.now() + 9 * DAY).toISOString().slice(0, 10);
  setFestivalOfPage({ ...festival, firstDay: "2025-12-18", lastDay, timeZone: "Etc/UTC" });
  const cases = [
    [1, /1 days ago.*Within the rule: at most 14 days, and 20% used/],
    [8, /8 days ago.*Outside the rule/],
    [15, /15 days ago.*Outside the rule/],
  ] as const;
  showOrder({});
  for (const [days, text] of cases) {
    answerPurchase({ paidAt: Date.now() - days * DAY + 60_000 });
    await ask();
    await expect.element(question).toHaveTextContent(text);
    await press("Cancel");
    await expect.element(question).not.toBeInTheDocument();
  }
});

const DAY = 86_400_000;
const given = { by: "mira", since: Date.now(), taken: false };

/** Uses the keyboard, because a press where a question just closed counts as a double press. */
async function ask() {
  const button = line.getByRole("button", { name: "Refund" });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

function showOrder(more: Partial<ListedOrder>) {
  showMoney([order("order_1", more)]);
  showToOrganiser("/organiser/money");
}

/** Sets the order that an organiser is about to refund. Null: unknown. */
function answerPurchase(more: Partial<ListedOrder> | null) {
  deployment.answer(api.payments.purchase, more && { ...order("order_1"), name: "Asha Rao", ...more });
}

test("a demo order that nobody paid has no refund button; one that a demo person paid has", async () => {
  showMoney([
    order("order_made", { isDemo: true, providerId: null }),
    order("order_paid", { isDemo: true, providerId: "7934303049" }),
  ]);
  showToOrganiser("/organiser/money");
  const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await expect.element(row("order_paid").getByRole("button", { name: "Refund" })).toBeVisible();
  await expect.element(row("order_made").getByRole("button")).not.toBeInTheDocument();
});
