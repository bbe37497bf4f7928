import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { card, match, member } from "../../testing/people";
import { deployment, showTo, stopClock } from "../../testing/page";

test("matches are loading, none, and there as soon as they are", async () => {
  showTo(member(), "/matches");
  await expect.element(page.getByRole("status", { name: "Loading" })).toBeVisible();

  deployment.answer(api.matches.pendingLikes, []);
  deployment.answer(api.matches.list, []);
  await expect.element(page.getByText("No matches yet")).toBeVisible();

  deployment.answer(api.matches.list, [match("Ravi")]);
  await expect.element(page.getByRole("listitem").filter({ hasText: "Ravi" })).toBeVisible();
});

test("a list that cannot be had says so, and Try Again asks again", async () => {
  let isBroken = true;
  deployment.answer(api.matches.list, () => {
    if (isBroken) throw new Error("Server Error");
    return [match("Ravi")];
  });
  deployment.answer(api.matches.pendingLikes, []);
  showTo(member(), "/matches");
  await expect.element(page.getByRole("alert").getByText("Failed to get matches")).toBeVisible();

  isBroken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(page.getByRole("listitem").filter({ hasText: "Ravi" })).toBeVisible();
});

test("a like that is answered leaves at once, and is back with the reason when that is refused", async () => {
  deployment.answer(api.matches.list, []);
  deployment.answer(api.matches.pendingLikes, [card("Kabir")]);
  const answer = deployment.hold(api.matches.respond);
  showTo(member(), "/matches?tab=likes");
  const kabir = page.getByRole("listitem").filter({ hasText: "Kabir" });
  await kabir.getByRole("button", { name: /accept/i }).click();
  await expect.element(kabir).not.toBeInTheDocument();

  answer.refuse("NOT_FOUND", "This like is no longer there");
  await expect.element(page.getByText("This like is no longer there")).toBeVisible();
  await expect.element(kabir).toBeVisible();
  expect(deployment.calls(api.matches.respond)).toMatchObject([{ accepted: true }]);
});

test("a match pops up for six seconds", async () => {
  stopClock();
  deployment.answer(api.matches.pendingLikes, []);
  deployment.answer(api.matches.list, []);
  showTo(member(), "/matches");
  await expect.element(page.getByText("No matches yet")).toBeVisible();

  deployment.answer(api.matches.list, [match("Ravi")]);
  const popup = page.getByRole("dialog");
  await expect.element(popup).toBeVisible();
  await vi.advanceTimersByTimeAsync(5_900);
  await expect.element(popup).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  await expect.element(popup).not.toBeInTheDocument();
});

test("a ribbon says that the network is gone, and goes when it is back", async () => {
  deployment.answer(api.matches.pendingLikes, []);
  deployment.answer(api.matches.list, []);
  showTo(member(), "/matches");
  await expect.element(page.getByText("No matches yet")).toBeVisible();

  stopClock();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(1_600);
  const ribbon = page.getByText("No connection. Trying again…");
  await expect.element(ribbon).toBeVisible();
  deployment.reconnect();
  await expect.element(ribbon).not.toBeInTheDocument();
});
