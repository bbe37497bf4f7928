import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, heading, pressTwice } from "../../testing/page";
import { card, match, news } from "../../testing/people";
import { showMatches } from "./lists.testing";

const tab = (name: string) => page.getByRole("tab", { name });

test('a pending like shows the person without a handle; accepting it shows "It\'s a match! 🎉"', async () => {
  const ravi = card("Ravi");
  showMatches([], [ravi]);
  deployment.answer(api.matches.respond, () => {
    const { matchId, user } = match("Ravi");
    deployment.answer(api.matches.pendingLikes, []);
    return { match: true, matchId, user };
  });
  await tab("Pending Likes (1)").click();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(page.getByRole("tabpanel").element().textContent).not.toContain("@");
  await page.getByRole("button", { name: "Accept Ravi" }).click();
  await expect.element(page.getByText("It's a match! 🎉")).toBeVisible();
  await expect.element(tab("Pending Likes (0)")).toBeVisible();
  expect(deployment.calls(api.matches.respond)).toEqual([{ profileId: ravi._id, accepted: true }]);
});

test("an answered like disappears at once, and comes back with the reason if the answer is refused", async () => {
  showMatches([], [card("Ravi")], "/matches?tab=likes");
  const answer = deployment.hold(api.matches.respond);
  await page.getByRole("button", { name: "Accept Ravi" }).click();
  await expect.element(heading("No pending likes")).toBeVisible();

  answer.refuse("NOT_FOUND", "This like is no longer there");
  await expect.element(page.getByText("This like is no longer there")).toBeVisible();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.break(api.matches.respond);
  await page.getByRole("button", { name: "Reject Ravi" }).click();
  await expect.element(page.getByText("Failed to respond to like")).toBeVisible();
  await expect.element(tab("Pending Likes (1)")).toBeVisible();
});

test("the photo of a pending like opens the person's whole card, with the buttons to respond", async () => {
  const ravi = card("Ravi", { hobbies: ["Chess ♟️"], smoking: "Never" });
  showMatches([], [ravi], "/matches?tab=likes");
  deployment.answer(api.matches.respond, { match: false });
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  const dialog = page.getByRole("dialog", { name: "Ravi likes you" });
  await expect.element(dialog.getByText(/^Chess/)).toBeVisible();
  await expect.element(dialog.getByTitle("Smoking: Never")).toBeVisible();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect.element(page.getByText("Like rejected")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(deployment.calls(api.matches.respond)).toEqual([{ profileId: ravi._id, accepted: false }]);
});

test("a like that arrives while the tab is open joins at the end, and comes first on the next visit", async () => {
  showMatches([], [card("Ravi"), card("Dev")], "/matches?tab=likes");
  await expect.element(heading("Ravi, 22")).toBeVisible();
  const names = () =>
    page
      .getByRole("listitem")
      .getByRole("heading")
      .elements()
      .map((one) => one.textContent);
  deployment.answer(api.matches.news, news({}, { likes: [card("Om")] }));
  await expect.element(heading("Om, 22")).toBeVisible();
  expect(names()).toEqual(["Ravi, 22", "Dev, 22", "Om, 22"]);
  await page.getByRole("tab", { name: "Matches (0)" }).click();
  await tab("Pending Likes (3)").click();
  await expect.poll(names).toEqual(["Om, 22", "Ravi, 22", "Dev, 22"]);
});

test("a like that joins a full hundred keeps the '+' on the count", async () => {
  showMatches(
    [],
    Array.from({ length: 100 }, (_, n) => card(`Dev ${n}`)),
  );
  await expect.element(tab("Pending Likes (100+)")).toBeVisible();
  deployment.answer(api.matches.news, news({}, { likes: [card("Om")] }));
  await expect.element(tab("Pending Likes (101+)")).toBeVisible();
});

test("a double press on Accept answers one like, and not the next one, which moves up", async () => {
  const [ravi, dev] = [card("Ravi"), card("Dev")];
  showMatches([], [ravi, dev], "/matches?tab=likes");
  deployment.answer(api.matches.respond, ({ profileId }) => {
    deployment.answer(
      api.matches.pendingLikes,
      [ravi, dev].filter(({ _id }) => _id !== profileId),
    );
    return { match: false } as const;
  });
  await pressTwice(page.getByRole("button", { name: "Accept Ravi" }), async () => {
    await expect.element(heading("Ravi, 22")).not.toBeInTheDocument();
  });
  await expect.element(page.getByText("Like accepted!")).toBeVisible();
  await expect.element(heading("Dev, 22")).toBeVisible();
  expect(deployment.calls(api.matches.respond)).toEqual([{ profileId: ravi._id, accepted: true }]);
});

test("on a slow connection, closing another person's card does not withdraw the answer given before it was opened", async () => {
  const [ravi, dev] = [card("Ravi"), card("Dev")];
  showMatches([], [ravi, dev], "/matches?tab=likes");
  deployment.answer(api.matches.respond, { match: false });
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.silence();
  await page.getByRole("button", { name: "Accept Ravi" }).click();
  await page.getByRole("button", { name: "See the card of Dev" }).click();
  const dialog = page.getByRole("dialog", { name: "Dev likes you" });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  deployment.resume();
  await expect.poll(() => deployment.calls(api.matches.respond)).toEqual([{ profileId: ravi._id, accepted: true }]);
});

test("on a slow connection an answered like leaves the list before the deployment has replied", async () => {
  showMatches([], [card("Ravi")], "/matches?tab=likes");
  deployment.answer(api.matches.respond, { match: false });
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.silence();
  await page.getByRole("button", { name: "Reject Ravi" }).click();
  await expect.element(heading("No pending likes")).toBeVisible();
  expect(deployment.calls(api.matches.respond)).toEqual([]);
});
