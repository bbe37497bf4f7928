import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { member } from "../../testing/people";
import { box, log, newThread, showThread } from "./chat.testing";

test("when the other person ends the match, the thread closes, says so, and deletes the draft", async () => {
  const thread = showThread();
  thread.write("Hi");
  await box.fill("I was just about to");
  thread.end();
  await expect.element(page.getByRole("heading", { name: "This match has ended" })).toHaveFocus();
  await expect.element(log).not.toBeInTheDocument();
  await expect.poll(() => JSON.stringify({ ...window.localStorage })).not.toContain("about to");
  await page.getByRole("link", { name: "See your matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
});

test("a member who has just seen a match end can still report the other person", async () => {
  const thread = showThread();
  await expect.element(box).toBeVisible();
  thread.end();
  deployment.answer(api.reports.file, null);
  await page.getByRole("button", { name: "Report Ravi" }).click();
  await page.getByRole("radio", { name: "Harassment or threats" }).click();
  await page.getByRole("button", { name: "Submit Report" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(deployment.calls(api.reports.file)).toMatchObject([{ reportedUserId: thread.match.user._id }]);
});

test("the address of another pair's match reads like an ended match, and offers no report", async () => {
  newThread();
  showTo(member(), "/matches/somebody-elses");
  await expect.element(page.getByRole("heading", { name: "This match has ended" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Report/ })).not.toBeInTheDocument();
});

test("a member ends a match from its thread after a question, and returns to the matches with focus on the title", async () => {
  const thread = showThread();
  deployment.answer(api.matches.unmatch, () => {
    thread.end();
    return null;
  });
  await page.getByRole("button", { name: "More about Ravi" }).click();
  await page.getByRole("button", { name: "Unmatch" }).click();
  await page
    .getByRole("dialog", { name: "Unmatch Ravi?" })
    .getByRole("button", { name: "Unmatch", exact: true })
    .click();
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("a double press on Back leads to the matches, and not to the screen before them", async () => {
  newThread();
  showTo(member(), "/swipe");
  await page.getByRole("link", { name: "Matches" }).click();
  await page.getByRole("link", { name: /Ravi, 22/ }).click();
  await page.getByRole("link", { name: "Back to matches" }).dblClick();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  // By now the browser has gone as far back as it was asked to.
  await page.getByRole("tab", { name: "Pending Likes (0)" }).click();
  await expect.element(page.getByRole("heading", { name: "No pending likes" })).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
});

test("after a member ends a match from its thread, Back does not lead to the ended thread", async () => {
  const thread = newThread();
  deployment.answer(api.reports.block, () => {
    thread.end();
    return null;
  });
  // A screen before the list, because Back would otherwise leave the page.
  showTo(member(), "/profile");
  await page.getByRole("link", { name: "Matches", exact: true }).click();
  await page.getByRole("link", { name: /^Chat with Ravi/ }).click();
  await page.getByRole("button", { name: "More about Ravi" }).click();
  await page.getByRole("button", { name: "Report or block" }).click();
  await expect.poll(() => window.history.state as object).toMatchObject({ sheets: 1 });
  await page.getByRole("button", { name: "Block without a report" }).click();
  await page.getByRole("dialog", { name: "Block Ravi?" }).getByRole("button", { name: "Block" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();

  const isBack = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  window.history.back();
  await isBack;
  expect(window.location.pathname).toBe("/profile");
  await expect.element(page.getByRole("heading", { name: "This match has ended" })).not.toBeInTheDocument();
});

test("an answer that comes after a member has left the thread leads nowhere", async () => {
  const thread = newThread();
  showTo(member(), "/profile");
  await page.getByRole("link", { name: "Matches", exact: true }).click();
  await page.getByRole("link", { name: /^Chat with Ravi/ }).click();
  const answer = deployment.hold(api.matches.unmatch);
  await page.getByRole("button", { name: "More about Ravi" }).click();
  await page.getByRole("button", { name: "Unmatch" }).click();
  const question = page.getByRole("dialog", { name: "Unmatch Ravi?" });
  await question.getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect.poll(() => deployment.calls(api.matches.unmatch)).toHaveLength(1);
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Back to matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  thread.end();
  answer.answer(null);
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
});

test("an unmatch leads to the matches even if its answer comes while the browser goes back from the question", async () => {
  const thread = showThread();
  const answer = deployment.hold(api.matches.unmatch);
  const go = window.history.go.bind(window.history);
  const back = vi.spyOn(window.history, "go").mockImplementation((by) => {
    go(by);
    thread.end();
    answer.answer(null);
  });
  await page.getByRole("button", { name: "More about Ravi" }).click();
  await page.getByRole("button", { name: "Unmatch" }).click();
  const question = page.getByRole("dialog", { name: "Unmatch Ravi?" });
  await question.getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
  back.mockRestore();
});

test("a member can report a message: the form shows it, the report names it, and the thread closes", async () => {
  const thread = newThread();
  thread.past([{ text: "Hi" }, { text: "Something rude" }]);
  showThread(thread);
  deployment.answer(api.reports.file, () => {
    thread.end();
    return null;
  });
  await page.getByRole("button", { name: "More about the message “Something rude”" }).click({ force: true });
  await page.getByRole("button", { name: "Report this message" }).click();
  const form = page.getByRole("dialog", { name: "Report Ravi" });
  await expect.element(form.getByText("Something rude")).toBeVisible();
  await form.getByRole("radio", { name: "Harassment or threats" }).click();
  await form.getByRole("button", { name: "Submit Report" }).click();
  await expect.element(page.getByText("Report submitted successfully")).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  expect(deployment.calls(api.reports.file)).toMatchObject([
    { kind: "harassment", message: { matchId: thread.match.matchId, position: 2 } },
  ]);
});

test("a long press on a message opens its menu and presses nothing there, even while the message is held back", async () => {
  const thread = newThread();
  thread.past([{ text: "Something rude" }, { text: "call 98765 43210", held: true }]);
  showThread(thread);
  const longPress = async (text: RegExp) => {
    const line = log.getByText(text);
    await expect.element(line).toBeVisible();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    line.element().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
  };
  const menu = page.getByRole("dialog", { name: "Message" });
  await longPress(/^Something rude$/);
  const copy = menu.getByRole("button", { name: "Copy text" });
  await expect.element(copy).toBeVisible();
  // The finger is lifted above a button of the menu.
  copy.element().dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  await expect.element(copy).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await longPress(/^Ravi sent a link/);
  await expect.element(menu.getByRole("button", { name: "Report this message" })).toBeVisible();
  await expect.element(menu.getByRole("button", { name: "Copy text" })).not.toBeInTheDocument();
});
