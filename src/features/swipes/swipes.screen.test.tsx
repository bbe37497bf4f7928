import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { card, deck, member } from "../../testing/people";

test("cards are loading, then there; with none left somebody may look again", async () => {
  const cards = deployment.hold(api.swipes.deck);
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("status", { name: "Loading profiles" })).toBeVisible();

  cards.answer(deck(card("Ravi")));
  await expect.element(page.getByRole("heading", { name: "Ravi" })).toBeVisible();
  await page.getByRole("button", { name: "Like", exact: true }).click();
  deployment.answer(api.swipes.deck, deck());
  await expect.element(page.getByText("No More Profiles")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toMatchObject([{ liked: true }]);
});
