import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment } from "../../testing/page";
import { card as person, deck, member } from "../../testing/people";
import { card, dislike, showCards } from "./swiping.testing";

const tab = (name: string) => page.getByRole("link", { name, exact: true });
const decks = () => deployment.calls(api.swipes.deck).length;

test("a member who returns to the deck within five minutes finds its cards; later a new deck is dealt", async () => {
  const [ravi, kabir, dev] = [person("Ravi"), person("Kabir"), person("Dev")];
  showMember([ravi, kabir, dev]);
  await expect.element(card("Ravi")).toBeVisible();
  vi.useFakeTimers({ toFake: ["Date"] });
  await dislike().click();
  await expect.element(card("Kabir")).toBeVisible();
  await expect.poll(() => deployment.calls(api.swipes.swipe)).toHaveLength(1);
  await leaveDeck();
  const before = decks();
  vi.setSystemTime(Date.now() + 4 * 60_000);
  await tab("Swipe").click();
  await expect.element(card("Kabir")).toBeVisible();
  expect(decks()).toBe(before);

  await leaveDeck();
  deployment.answer(api.swipes.deck, deck(dev));
  vi.setSystemTime(Date.now() + 61_000);
  await tab("Swipe").click();
  await expect.element(card("Dev")).toBeVisible();
  expect(decks()).toBe(before + 1);
});

test("a person answered or blocked on another screen has left the deck when the member returns", async () => {
  const [ravi, kabir, dev] = [person("Ravi"), person("Kabir"), person("Dev")];
  showMember([ravi, kabir, dev]);
  deployment.answer(api.matches.pendingLikes, [ravi, kabir]);
  deployment.answer(api.matches.respond, { match: false });
  deployment.answer(api.reports.block, null);
  await expect.element(card("Ravi")).toBeVisible();
  const before = decks();
  await leaveDeck();
  await page.getByRole("tab", { name: /Pending Likes/ }).click();
  await page.getByRole("button", { name: "Reject Ravi" }).click();
  await page.getByRole("button", { name: "Report Kabir" }).click();
  await page.getByRole("button", { name: "Block without a report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await tab("Swipe").click();
  await expect.element(card("Dev")).toBeVisible();
  expect(decks()).toBe(before);
});

test("a member who changes the ages they want to meet, or whose swipe is refused, is dealt a new deck", async () => {
  const [ravi, kabir, dev] = [person("Ravi"), person("Kabir"), person("Dev")];
  const me = showMember([ravi, kabir]);
  await expect.element(card("Ravi")).toBeVisible();
  await leaveDeck();
  deployment.answer(api.swipes.deck, deck(dev));
  deployment.answer(api.profiles.me, { ...me, ageRange: { min: 25, max: 30 } });
  await tab("Swipe").click();
  await expect.element(card("Dev")).toBeVisible();

  const swiped = deployment.hold(api.swipes.swipe);
  deployment.answer(api.swipes.deck, deck(dev, kabir));
  await dislike().click();
  await expect.element(card("Kabir")).toBeVisible();
  await leaveDeck();
  swiped.refuse("NOT_FOUND", "Failed to process swipe");
  await expect.poll(() => window.localStorage.getItem(`swipes:${me._id}`)).toBeNull();
  deployment.answer(api.swipes.deck, deck(ravi));
  await tab("Swipe").click();
  await expect.element(card("Ravi")).toBeVisible();
});

function showMember(cards: ReturnType<typeof person>[]) {
  const me = member();
  showCards(cards, me);
  return me;
}

async function leaveDeck() {
  await tab("Matches").click();
  await expect.element(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
}
