import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { card, deck, match, member, news, type Match } from "../../testing/people";

const tab = page.getByRole("link", { name: /^Matches/ });

test("the tab, the title and the app's icon count what is new, and show no number when nothing is", async () => {
  const icon = appIcon();
  deployment.answer(api.matches.news, news({ matches: 1, likes: 2, unread: 0 }));
  showTo(member(), "/swipe");
  await expect.element(tab).toHaveAccessibleName("Matches 1 new match, 2 new likes");
  await expect.element(tab.getByText("3", { exact: true })).toBeVisible();
  await expect.poll(() => document.title).toBe("(3) Swipe · Festival Match");
  await expect.poll(() => icon).toHaveBeenLastCalledWith(3);

  deployment.answer(api.matches.news, news({ matches: 0, likes: 0, unread: 120 }));
  await expect.element(tab).toHaveAccessibleName("Matches 120 unread messages");
  await expect.element(tab.getByText("99+")).toBeVisible();
  deployment.answer(api.matches.news, news({ matches: 0, likes: 0, unread: 0 }));
  await expect.element(tab).toHaveAccessibleName("Matches");
  await expect.poll(() => document.title).toBe("Swipe · Festival Match");
  await expect.poll(() => icon).toHaveBeenLastCalledWith(0);
});

test("after a sign-out the app's icon has no number", async () => {
  const icon = appIcon();
  deployment.answer(api.matches.news, news({ matches: 1, likes: 0, unread: 0 }));
  deployment.answer(api.auth.signOut, null);
  showTo(member(), "/profile");
  await expect.poll(() => icon).toHaveBeenLastCalledWith(1);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(() => icon).toHaveBeenLastCalledWith(0);
});

test("a new match stays marked in the list until the member taps it, and is stored as listed at once", async () => {
  const [ravi, dev] = [match("Ravi"), match("Dev")];
  showNew([ravi, dev]);
  showTo(member(), "/matches");
  const row = page.getByRole("listitem").filter({ hasText: "Ravi" });
  await expect.element(row.getByText("New", { exact: true })).toBeVisible();
  await expect.poll(() => deployment.calls(api.matches.markListed)).toEqual([{ matchIds: [ravi.matchId] }]);
  await expect
    .element(row.getByText("New", { exact: true }), { message: "the mark stays while the list is open" })
    .toBeVisible();
  await expect.element(page.getByText("New", { exact: true })).toHaveLength(1);

  await row.getByRole("button", { name: "See the card of Ravi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect.element(row.getByText("New", { exact: true })).not.toBeInTheDocument();
});

test("leaving the list marks its new matches as seen", async () => {
  showNew([match("Ravi")]);
  showTo(member(), "/matches");
  await expect.element(page.getByText("New", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Pending Likes (0)" }).click();
  await page.getByRole("tab", { name: "Matches (1)" }).click();
  await expect.element(page.getByText("@ravi.live")).toBeVisible();
  await expect.element(page.getByText("New", { exact: true })).not.toBeInTheDocument();
});

test("opening the pending likes marks them as seen, including likes that arrive while they are open", async () => {
  showTo(member(), "/matches");
  await expect.element(page.getByRole("tab", { name: "Pending Likes (0)" })).toBeVisible();
  expect(deployment.calls(api.matches.markLikesSeen)).toEqual([]);
  await page.getByRole("tab", { name: "Pending Likes (0)" }).click();
  await expect.poll(() => deployment.calls(api.matches.markLikesSeen)).toHaveLength(1);
  deployment.answer(api.matches.pendingLikes, [card("Ravi")]);
  await expect.poll(() => deployment.calls(api.matches.markLikesSeen)).toHaveLength(2);
});

test("the badge leads to the tab that it counts, and to the newer one if it counts both", async () => {
  for (const [counts, path] of [
    [{ matches: 0, likes: 2, unread: 0, newest: "likes" }, "/matches?tab=likes"],
    [{ matches: 1, likes: 0, unread: 0, newest: "matches" }, "/matches"],
    [{ matches: 0, likes: 1, unread: 3, newest: "matches" }, "/matches"],
    [{ matches: 1, likes: 1, unread: 3, newest: "likes" }, "/matches?tab=likes"],
    [{ matches: 0, likes: 0, unread: 0, newest: "matches" }, "/matches"],
  ] as const) {
    deployment.answer(api.matches.news, news(counts));
    showTo(member(), "/profile");
    await expect.element(tab).toHaveAttribute("href", path);
  }
});

test("the badge leads to the new likes from the list of matches, too", async () => {
  deployment.answer(api.matches.pendingLikes, [card("Ravi")]);
  deployment.answer(api.matches.news, news({ matches: 0, likes: 1, unread: 0 }));
  showTo(member(), "/matches");
  await tab.click();
  await expect.element(page.getByRole("button", { name: "Accept Ravi" })).toBeVisible();
});

test("a new like or message shows a one-line note; one from before the visit does not", async () => {
  deployment.answer(api.matches.news, news({ matches: 0, likes: 2, unread: 1 }));
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  await expect.element(tab.getByText("3", { exact: true })).toBeVisible();
  const [like, message] = [page.getByText("Someone new likes you"), page.getByText("You have a new message")];
  for (const note of [like, message]) await expect.element(note).not.toBeInTheDocument();
  deployment.answer(api.matches.news, news({ matches: 0, likes: 3, unread: 1 }));
  await expect.element(like).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  deployment.answer(api.matches.news, news({ matches: 0, likes: 3, unread: 2 }));
  await expect.element(message).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

/** Lists these matches. The first is new until it is marked. */
function showNew(matches: Match[]) {
  deployment.answer(api.matches.list, matches);
  deployment.answer(api.matches.news, news({}, { unlisted: [matches[0]!.matchId] }));
  deployment.answerAndChange(api.matches.markListed, api.matches.news, news());
}

/** Replaces the browser's app badge by one that the test can read. */
function appIcon() {
  const icon = vi.fn((_count?: number) => Promise.resolve());
  const own = Object.getOwnPropertyDescriptor(navigator, "setAppBadge");
  Object.defineProperty(navigator, "setAppBadge", { configurable: true, value: icon });
  onTestFinished(() => {
    if (own) Object.defineProperty(navigator, "setAppBadge", own);
    else Reflect.deleteProperty(navigator, "setAppBadge");
  });
  return icon;
}
