/** The moderators' desk: money that has to go back, and two who work at once. */
import { expect, test, woman } from "./demands/people";
import { call, leave, type Member } from "./doors";
import { signInModerator } from "./fixtures";
import type { Ready } from "./product";

test("a payment that came after its buyer left waits for a refund, live, and goes back after a question", async ({
  ready,
  people,
  newPerson,
}) => {
  const desk = await newPerson("Refunding Moderator");
  await signInModerator(ready, desk.page);
  await desk.page.getByRole("button", { name: /^Refunds/ }).click();
  const buyer = await people.member(woman("Gone Gauri"));
  const order = await checkoutOf(ready, buyer);
  await leave(ready, buyer);
  await pay(ready, order);

  const row = desk.page.getByRole("listitem").filter({ hasText: order });
  await expect(row).toContainText("Account deleted");
  await expect(row).toContainText("Paid after the account was deleted");
  await expect(row).toContainText("₹99");
  await row.getByRole("button", { name: "Refund" }).click();
  const question = desk.page.getByRole("dialog");
  await expect(question.getByRole("heading", { name: "Send ₹99 back?" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Cancel" }), "Enter sends no money").toBeFocused();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row.getByRole("button", { name: "Refund" })).toBeEnabled();
  await row.getByRole("button", { name: "Refund" }).click();
  await question.getByRole("button", { name: "Refund" }).click();

  await expect(desk.page.getByText("Refund on its way")).toBeVisible();
  await expect(row).toContainText("Refunded", { timeout: 20_000 });
  await expect(row.getByRole("button", { name: "Refund" })).toBeHidden();
});

test("an order number from a receipt can be refunded, and takes Gold back from its buyer", async ({
  ready,
  people,
  newPerson,
}) => {
  const buyer = await people.member(woman("Sorry Sonal"));
  const order = await checkoutOf(ready, buyer);
  await pay(ready, order);
  const profile = await people.seat(buyer, "/profile");
  await expect(profile.getByRole("img", { name: "Gold member" })).toBeVisible();
  const desk = await newPerson("Receipt Moderator");
  await signInModerator(ready, desk.page);
  await desk.page.getByRole("button", { name: /^Refunds/ }).click();
  await desk.page.screenshot({ path: test.info().outputPath("refunds.png") });
  await desk.page.getByLabel("Another order").fill(` ${order} `);
  await desk.page.getByRole("button", { name: "Refund", exact: true }).last().click();
  await desk.page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();

  await expect(profile.getByRole("img", { name: "Gold member" })).toBeHidden();
  await expect(profile.getByRole("meter", { name: "Daily Swipes" })).toBeVisible();
});

test("an unknown order number says so", async ({ ready, newPerson }) => {
  const desk = await newPerson("Guessing Moderator");
  await signInModerator(ready, desk.page);
  await desk.page.getByRole("button", { name: /^Refunds/ }).click();
  await desk.page.getByLabel("Another order").fill("order_1_nobody");
  await desk.page.getByRole("button", { name: "Refund", exact: true }).last().click();
  await desk.page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();

  await expect(desk.page.getByText("There is no such order.")).toBeVisible();
});

/** Where the provider's page would be open. */
async function checkoutOf(ready: Ready, buyer: Member): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature: "unlimited_swipes" }, buyer.token);
  return (made as { value: { orderId: string } }).value.orderId;
}

async function pay(ready: Ready, order: string) {
  const body = JSON.stringify({ outcome: "SUCCESS" });
  const answer = await fetch(`${ready.payUrl}/sandbox/orders/${order}`, { method: "POST", body });
  expect(answer.status).toBe(200);
}
