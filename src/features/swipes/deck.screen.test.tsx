import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo, stopClock } from "../../testing/page";
import { card as person, deck, match, member, unseen } from "../../testing/people";
import { renderedComponents } from "../../testing/renders";
import { card, dislike, left, like, showCards } from "./swiping.testing";

const noMore = () => page.getByRole("heading", { name: "No More Profiles" });

test("the deck shows a skeleton while it loads", async () => {
  const cards = deployment.hold(api.swipes.deck);
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("status", { name: "Loading profiles" })).toBeVisible();
  cards.answer(deck(person("Ravi")));
  await expect.element(card("Ravi")).toBeVisible();
});

test("an empty deck says 'No More Profiles', and Refresh finds new people", async () => {
  showCards([]);
  await expect.element(noMore()).toBeVisible();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.element(page.getByText("No more profiles available right now")).toBeVisible();

  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.element(card("Ravi")).toBeVisible();
});

test("a truncated deck advances its cursor and loads the rest", async () => {
  showCards([]);
  const answers = [{ ...deck(), truncated: true }, deck(person("Ravi"))];
  deployment.answer(api.swipes.deck, () => answers.shift() ?? deck());
  deployment.answer(api.swipes.advance, null);
  await expect.element(card("Ravi")).toBeVisible();
  expect(deployment.calls(api.swipes.advance)).toHaveLength(1);
});

test("after the last card the deck loads again on its own, and deals nobody twice", async () => {
  const [ravi, kabir] = [person("Ravi"), person("Kabir")];
  showCards([ravi]);
  await expect.element(card("Ravi")).toBeVisible();
  stopClock();
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  await dislike().click();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(card("Kabir")).toBeVisible();
  await dislike().click();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(noMore()).toBeVisible();
  expect(deployment.calls(api.swipes.swipe).map(({ profileId }) => profileId)).toEqual([ravi._id, kabir._id]);
});

test("a deck that cannot be loaded shows 'Oops' and 'Failed to load profiles', and Try Again loads it", async () => {
  showCards([]);
  deployment.break(api.swipes.deck);
  await expect
    .element(page.getByRole("alert").filter({ hasText: "Oops" }))
    .toHaveTextContent("Failed to load profiles");
  await expect
    .element(page.getByText("Failed to load profiles").nth(1), { message: "in a toast as well" })
    .toBeVisible();

  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(card("Ravi")).toBeVisible();
});

test("a member out of swipes reads when there are more, with links to Gold and to the likes", async () => {
  stopClock();
  showCards([person("Ravi")], { swipesRemaining: 0, swipesResetAt: Date.now() + (3 * 60 + 10) * 60_000 });
  await expect.element(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
  await expect.element(page.getByText("3h 10m")).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(page.getByText("3h 9m")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Get Gold" })).toHaveAttribute("href", "/upgrade");

  await page.getByRole("link", { name: "See who likes you" }).click();
  await expect.element(page.getByRole("tab", { name: "Pending Likes (0)" })).toHaveAttribute("aria-selected", "true");
});

test("a person without swipes left who tries to swipe, by button or by key, sees the upgrade modal", async () => {
  showCards([person("Ravi")], { swipesRemaining: 0 });
  const modal = page.getByRole("dialog", { name: "Upgrade your festival" });
  for (const attempt of [() => like().click(), () => dislike().click(), () => userEvent.keyboard("{ArrowRight}")]) {
    await expect.element(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
    await attempt();
    await expect.element(modal).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(modal).not.toBeInTheDocument();
  }
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("the last swipe of the day ends the deck", async () => {
  showCards([person("Ravi"), person("Kabir")], { swipesRemaining: 1 });
  await like().click();
  await expect.element(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
  await expect.element(card("Kabir")).not.toBeInTheDocument();
});

test("a member with Gold has no daily limit", async () => {
  showCards([person("Ravi"), person("Kabir")], { isPremium: true, swipesRemaining: 0 });
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  await expect.element(page.getByText(/swipes? left$/)).not.toBeInTheDocument();
});

test("a member whose profile lacks something is asked to complete it first", async () => {
  showCards([person("Ravi")], { gender: null });
  await expect.element(page.getByRole("link", { name: "Complete Profile" })).toHaveAttribute("href", "/edit-profile");
});

test("a swipe that the daily limit refuses opens the upgrade modal, and its card comes back", async () => {
  const ravi = person("Ravi");
  showCards([ravi]);
  deployment.refuse(api.swipes.swipe, "SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached");
  await like().click();
  await expect.element(page.getByText("Daily Free Swipe Limit Reached")).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Upgrade your festival" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(card("Ravi")).toBeVisible();
});

test("a swipe renders the cards that stay without their texts", async () => {
  showCards(["Ravi", "Sanj", "Tara"].map((name) => person(name, { hobbies: ["Chess ♟️"] })));
  await expect.element(card("Ravi")).toBeVisible();
  const rendered = renderedComponents();
  await dislike().click();
  await expect.element(card("Sanj")).toBeVisible();

  expect(rendered).toContain("PersonCard");
  expect(rendered).not.toContain("Hobbies");
});

test("swipes without a connection wait, and are sent in order once it is back", async () => {
  showCards(["Alpha", "Beta", "Gamma"].map((name) => person(name)));
  await expect.element(card("Alpha")).toBeVisible();
  stopClock();
  deployment.disconnect();
  await dislike().click();
  await expect.element(card("Beta")).toBeVisible();
  await like().click();
  await expect.element(card("Gamma")).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_600);
  await expect.element(page.getByText("2 to send")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);

  deployment.reconnect();
  await expect.element(page.getByText("2 to send")).not.toBeInTheDocument();
  expect(deployment.calls(api.swipes.swipe).map(({ liked }) => liked)).toEqual([false, true]);
  await expect.element(left(3)).toBeVisible();
});

test("a like that makes a match opens the popup at once", async () => {
  showCards([person("Ravi")]);
  await expect.element(card("Ravi")).toBeVisible();
  deployment.answer(api.swipes.swipe, () => {
    const ravi = match("Ravi");
    deployment.answer(api.matches.news, unseen(ravi));
    return { match: true, matchId: ravi.matchId, user: ravi.user };
  });
  await like().click();
  await expect.element(page.getByRole("dialog", { name: "It's a match!" })).toBeVisible();
});

test("the meeting settings are a tap away from the deck, even an empty one", async () => {
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  await page.getByRole("link", { name: "Who you meet" }).click();
  const section = page.getByRole("heading", { name: "Who you meet" });
  await expect.element(section).toBeVisible();
  await expect.poll(() => section.element().getBoundingClientRect().top).toBeLessThan(window.innerHeight / 2);
});
