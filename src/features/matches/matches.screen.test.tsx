import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { festival } from "../../testing/festival";
import { deployment, heading, resize, showTo, stopClock } from "../../testing/page";
import { card, deck, match, member, news, type Card, type Match } from "../../testing/people";
import { showMatches } from "./lists.testing";

const tab = (name: string) => page.getByRole("tab", { name });

test("the page shows skeletons while its lists load, and each empty list says so", async () => {
  deployment.hold(api.matches.list);
  deployment.hold(api.matches.pendingLikes);
  showTo(member(), "/matches");
  await expect.element(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect.element(tab("Matches")).toHaveAttribute("aria-selected", "true");

  deployment.answer(api.matches.list, []);
  deployment.answer(api.matches.pendingLikes, []);
  await expect.element(tab("Matches (0)")).toBeVisible();
  await expect.element(heading("No matches yet")).toBeVisible();
  await tab("Pending Likes (0)").click();
  await expect.element(heading("No pending likes")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Start swiping" })).toHaveAttribute("href", "/swipe");
});

test("with a match the page shows how to meet safely: emergency numbers, and the help point if there is one", async () => {
  showMatches([match("Ravi")], []);
  const safely = page.getByRole("complementary", { name: "Meeting safely" });
  await expect.element(safely.getByRole("link", { name: "Emergency 112" })).toHaveAttribute("href", "tel:112");
  await expect.element(safely.getByRole("link", { name: /helpline 1091/ })).toHaveAttribute("href", "tel:1091");
  await expect.element(safely.getByText(/Help at the festival/)).not.toBeInTheDocument();
  deployment.answer(api.festival.settings, { ...festival, helpPoint: "Green tent by gate 2" });
  await expect.element(safely.getByText("Help at the festival: Green tent by gate 2")).toBeVisible();
  deployment.answer(api.matches.list, []);
  await expect.element(safely).not.toBeInTheDocument();
});

test("a match is a row with photo, name, age and handle; its photo opens the whole card", async () => {
  const ravi = match("Ravi", { age: 23, bio: "Sings at soundcheck.", instagramHandle: "ravi.sings" });
  showMatches([ravi]);
  await expect.element(heading("Ravi, 23")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Ravi" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Chat with Ravi, 23/ })).toHaveTextContent("@ravi.sings");

  const seen = page.getByRole("dialog", { name: "You and Ravi" });
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await expect.element(seen.getByText("Sings at soundcheck."), { message: "before the rest has loaded" }).toBeVisible();
  deployment.answer(api.matches.person, { ...card("Ravi", { hobbies: ["Chess ♟️"] }), instagramHandle: "ravi.sings" });
  await expect.element(seen.getByText(/^Chess/)).toBeVisible();
  const handle = seen.getByRole("link", { name: "@ravi.sings on Instagram" });
  await expect.element(handle).toHaveAttribute("href", "https://www.instagram.com/ravi.sings");
  await expect.element(seen.getByRole("button", { name: "Copy @ravi.sings" })).toBeVisible();
  await expect
    .element(seen.getByRole("link", { name: "Send a message" }))
    .toHaveAttribute("href", `/matches/${ravi.matchId}`);
});

test("on a small phone all actions of a match are visible below its card", async () => {
  await resize(320, 568);
  showMatches([match("Ravi")]);
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("link", { name: "Send a message" })).toBeInViewport({ ratio: 1 });
  await expect.element(dialog.getByRole("button", { name: "Report or block" })).toBeInViewport({ ratio: 1 });
  await expect.element(dialog.getByRole("button", { name: "Unmatch Ravi" })).toBeInViewport({ ratio: 1 });
});

test("fifteen matches fit on two screens of a phone", async () => {
  showMatches(Array.from({ length: 15 }, (_, n) => match(`Match ${n + 1}`)));
  const rows = page.getByRole("tabpanel").getByRole("listitem");
  await expect.element(rows.nth(14)).toBeInTheDocument();
  const bar = page.getByRole("navigation", { name: "Main" }).element().getBoundingClientRect().height;
  expect(rows.nth(14).element().getBoundingClientRect().bottom).toBeLessThan(2 * (window.innerHeight - bar));
});

test("a member with more than a hundred matches can load all of them, a hundred at a time", async () => {
  const all = Array.from({ length: 130 }, (_, n) => match(`Match ${n + 1}`)).reverse();
  deployment.answer(api.matches.list, ({ limit }) => all.slice(0, limit));
  showTo(member(), "/matches");
  await expect.element(tab("Matches (100+)")).toBeVisible();
  const wall = page.getByRole("tabpanel").getByRole("listitem");
  expect(wall.elements()).toHaveLength(100);

  await page.getByRole("button", { name: "Show more" }).click();
  await expect.element(tab("Matches (130)")).toBeVisible();
  expect(wall.elements()).toHaveLength(130);
  await expect.element(wall.last()).toHaveTextContent("Match 1,");
  await expect.element(page.getByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

test("while a longer list loads, the current one stays", async () => {
  const all = Array.from({ length: 101 }, (_, n) => match(`Match ${101 - n}`));
  const never = new Promise<Match[]>(() => undefined);
  deployment.answer(api.matches.list, ({ limit = 100 }) => (limit > 100 ? never : all.slice(0, limit)));
  showTo(member(), "/matches");
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await expect.element(more).toBeDisabled();
  await expect.element(tab("Matches (100+)")).toBeVisible();
  expect(page.getByRole("tabpanel").getByRole("listitem").elements()).toHaveLength(100);
});

test("Unmatch asks first, says 'Failed to unmatch' if it fails, and else removes the match: 'Successfully unmatched'", async () => {
  const ravi = match("Ravi");
  showMatches([ravi]);
  deployment.answerAndChange(api.matches.unmatch, api.matches.list, []);
  const question = page.getByRole("dialog", { name: "Unmatch Ravi?" });
  await askToUnmatch();
  await question.getByRole("button", { name: "Keep" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(deployment.calls(api.matches.unmatch)).toEqual([]);

  const unmatch = deployment.currentAnswer(api.matches.unmatch);
  deployment.break(api.matches.unmatch);
  await askToUnmatch();
  await question.getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect.element(page.getByText("Failed to unmatch")).toBeVisible();
  deployment.answer(api.matches.unmatch, unmatch);
  await askToUnmatch();
  await question.getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
  await expect.element(tab("Matches (0)")).toBeVisible();
  expect(deployment.calls(api.matches.unmatch)).toEqual(Array(2).fill({ matchId: ravi.matchId }));
});

test("an unmatch whose answer takes more than a second says that it is under way", async () => {
  showMatches([match("Ravi")]);
  const held = deployment.hold(api.matches.unmatch);
  await askToUnmatch();
  stopClock();
  await page.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(page.getByText("Unmatching…")).toBeVisible();
  held.answer(null);
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
});

test("lists that cannot be loaded say so, each on its tab, and Try Again loads them without leaving the tab", async () => {
  let isBroken = true;
  const unlessBroken = <T,>(list: T[]) => {
    if (isBroken) throw new Error("Server Error");
    return list;
  };
  deployment.answer(api.matches.list, () => unlessBroken<Match>([]));
  deployment.answer(api.matches.pendingLikes, () => unlessBroken<Card>([]));
  showTo(member(), "/matches");
  const panel = page.getByRole("tabpanel").getByRole("alert");
  await expect.element(panel).toHaveTextContent("Failed to get matches");
  await expect.element(page.getByText("Failed to get pending likes"), { message: "in a toast" }).toBeVisible();
  await userEvent.click(tab("Pending Likes"));
  await expect.element(panel).toHaveTextContent("Failed to get pending likes");

  isBroken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(heading("No pending likes")).toBeVisible();
  // By keyboard: a toast may still cover the tabs.
  (tab("Matches (0)").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("No matches yet")).toBeVisible();
});

test("a broken list of matches does not break the swipe screen", async () => {
  deployment.break(api.matches.list);
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  await expect.element(heading("Ravi, 22")).toBeVisible();
});

test("new matches and likes join the open lists and the cache, without another query of the lists", async () => {
  showMatches([match("Kabir")], [card("Dev")]);
  await expect.element(tab("Matches (1)")).toBeVisible();
  const callCounts = () => [api.matches.list, api.matches.pendingLikes].map((fn) => deployment.calls(fn).length);
  const before = callCounts();
  const ravi = { ...match("Ravi"), createdAt: Date.now() + 1000, isUnseen: false };
  const om = card("Om");
  deployment.answer(api.matches.news, news({}, { matches: [ravi], likes: [om], unlisted: [ravi.matchId] }));
  await expect.element(tab("Matches (2)")).toBeVisible();
  const first = page.getByRole("tabpanel").getByRole("listitem").first();
  await expect.element(first.getByText("New", { exact: true })).toBeVisible();
  await expect.element(first).toHaveTextContent("Ravi");
  const isStored = (text: string) =>
    Object.values({ ...window.localStorage }).some((value) => String(value).includes(text));
  await expect.poll(() => [isStored("ravi.live"), isStored("Om dances.")]).toEqual([true, true]);

  await tab("Pending Likes (2)").click();
  deployment.hold(api.matches.respond);
  await page.getByRole("button", { name: "Accept Om" }).click();
  await expect.element(tab("Pending Likes (1)")).toBeVisible();
  expect(deployment.calls(api.matches.respond)).toEqual([{ profileId: om._id, accepted: true }]);
  expect(callCounts()).toEqual(before);
});

/** Opens the question, and leaves it unanswered. */
async function askToUnmatch() {
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await page.getByRole("button", { name: "Unmatch Ravi" }).click();
}
