import { expect, test } from "../fixtures";
import { shoot } from "./camera";

test("the numbers of today, and the status", async ({ people, page: visitor }) => {
  const page = await people.organiser("/organiser/numbers");
  await expect(page.getByRole("region", { name: "Numbers" })).toBeVisible();
  await shoot(page, "numbers-1-today", { fullPage: true });
  await visitor.goto("/status");
  await expect(visitor.getByRole("heading", { name: "Payments" })).toBeVisible();
  await shoot(visitor, "numbers-2-status");
});
