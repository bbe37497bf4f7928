import { test } from "../fixtures";
import { shootShowing } from "./camera";

test("the numbers of today, and the status", async ({ people, page: visitor }) => {
  const page = await people.organiser("/organiser/numbers");
  await shootShowing(page.getByRole("region", { name: "Numbers" }), "numbers-1-today", { fullPage: true });
  await visitor.goto("/status");
  await shootShowing(visitor.getByRole("heading", { name: "Payments" }), "numbers-2-status");
});
