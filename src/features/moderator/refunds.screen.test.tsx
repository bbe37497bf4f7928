import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
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

  const send = line("order_1").getByRole("button", { name: "Refund" });
  await send.click();
  await expect.element(question.getByRole("heading", { name: "Send ₹99 back?" })).toBeVisible();
  await expect
    .element(question.getByRole("button", { name: "Cancel" }), { message: "Enter sends no money" })
    .toHaveFocus();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(deployment.calls(api.payments.refund)).toEqual([]);

  deployment.answer(api.payments.refund, () => {
    answerDashboard({ refunds: [refund("order_1", { status: "refunding" })] });
    return null;
  });
  await send.click();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Refund on its way")).toBeVisible();
  await expect.element(line("order_1")).toHaveTextContent("On its way");
  answerDashboard({ refunds: [refund("order_1", { status: "refunded" })] });
  await expect.element(line("order_1")).toHaveTextContent("Refunded");
  await expect.element(line("order_1").getByRole("button")).not.toBeInTheDocument();
  expect(deployment.calls(api.payments.refund)).toEqual([{ orderId: "order_1" }]);
});

test("an order number from a receipt can be refunded, and an unknown one says so", async () => {
  await showRefunds([]);
  deployment.refuse(api.payments.refund, "NOT_FOUND", "There is no such order.");
  await page.getByLabelText("Another order").fill(" order_1_nobody ");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect.element(question.getByRole("heading", { name: "Refund this order?" })).toBeVisible();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("There is no such order.")).toBeVisible();
  expect(deployment.calls(api.payments.refund)).toEqual([{ orderId: "order_1_nobody" }]);
});

test("a refund that breaks is 'Failed to refund', and can be tried again", async () => {
  await showRefunds([refund("order_1")]);
  deployment.break(api.payments.refund);
  await line("order_1").getByRole("button", { name: "Refund" }).click();
  await question.getByRole("button", { name: "Refund" }).click();
  await expect.element(page.getByText("Failed to refund")).toBeVisible();
  await expect.element(line("order_1").getByRole("button", { name: "Refund" })).toBeEnabled();
});

async function showRefunds(refunds: Refund[]) {
  await showDashboard({ refunds });
  await page.getByRole("button", { name: `Refunds (${refunds.length})` }).click();
}
