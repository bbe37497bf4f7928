import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { deployment, showTo } from "../testing/page";
import { match, member, unseen } from "../testing/people";

test("Back closes an open sheet; after a sheet was closed by its button, Back leaves the screen", async () => {
  deployment.answer(api.matches.list, [match("Ravi")]);
  showTo(member(), "/swipe");
  await page.getByRole("link", { name: /^Matches/ }).click();
  const open = page.getByRole("button", { name: "See the card of Ravi" });
  const form = page.getByRole("dialog", { name: "Report Ravi" });
  const report = async () => {
    await open.click();
    await page.getByRole("button", { name: "Report or block" }).click();
  };
  await report();
  await expect.element(form).toBeVisible();
  await expect.poll(sheetsInHistory).toBe(1);
  window.history.back();
  await expect.element(form).not.toBeInTheDocument();
  expect(window.location.pathname).toBe("/matches");

  await report();
  await expect.element(form).toBeVisible();
  await expect.poll(sheetsInHistory).toBe(1);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(sheetsInHistory, { message: "a sheet closed by its button leaves no entry in the history" })
    .toBe(0);
  window.history.back();
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  window.history.forward();
  await expect.element(open).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test("a sheet stays open if it opens while the browser still goes back from the previous one", async () => {
  deployment.answer(api.matches.list, [match("Ravi")]);
  showTo(member(), "/matches");
  const form = page.getByRole("dialog", { name: "Report Ravi" });
  const report = async () => {
    await page.getByRole("button", { name: "See the card of Ravi" }).click();
    await page.getByRole("button", { name: "Report or block" }).click();
    await expect.element(form).toBeVisible();
  };
  // The browser goes back at the worst moment, after the next sheet has opened.
  const go = window.history.go.bind(window.history);
  const back = vi.spyOn(window.history, "go").mockReturnValue();
  onTestFinished(() => back.mockRestore());
  await report();
  await expect.poll(sheetsInHistory).toBe(1);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => back.mock.calls).toEqual([[-1]]);
  await report();
  const isBack = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  go(-1);
  await isBack;
  await expect.poll(sheetsInHistory).toBe(1);
  await expect.element(form).toBeVisible();
});

test("from the chat that the match popup led to, Back leads to the deck, and Forward to the chat", async () => {
  const ravi = match("Ravi");
  deployment.answer(api.matches.news, unseen(ravi));
  showTo(member(), "/swipe");
  await expect.poll(sheetsInHistory).toBe(1);
  await page.getByRole("button", { name: "Say hello" }).click();
  const chat = `/matches/${ravi.matchId}`;
  await expect.poll(() => window.location.pathname).toBe(chat);
  window.history.back();
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  await expect.poll(sheetsInHistory).toBe(0);
  window.history.forward();
  await expect.poll(() => window.location.pathname).toBe(chat);
});

function sheetsInHistory(): number {
  return (window.history.state as { sheets?: number } | null)?.sheets ?? 0;
}

test("from the screen of a notification tapped while a dialog was open, Back leads to the dialog's screen", async () => {
  deployment.answer(api.matches.list, [match("Ravi")]);
  showTo(member(), "/matches");
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await expect.poll(sheetsInHistory).toBe(1);
  const tapped = new MessageEvent("message", { data: { type: "open", path: "/profile" } });
  navigator.serviceWorker.dispatchEvent(tapped);
  await expect.element(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  window.history.back();
  await expect.poll(() => window.location.pathname).toBe("/matches");
  expect(sheetsInHistory()).toBe(0);
});

test("a link pressed while the browser goes back from a sheet still leads to its screen", async () => {
  deployment.answer(api.matches.list, [match("Ravi")]);
  showTo(member(), "/matches");
  const go = window.history.go.bind(window.history);
  const back = vi.spyOn(window.history, "go").mockReturnValue();
  onTestFinished(() => back.mockRestore());
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await expect.poll(sheetsInHistory).toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => back.mock.calls).toEqual([[-1]]);
  await page.getByRole("link", { name: /^Swipe/ }).click();
  const isBack = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  go(-1);
  await isBack;
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  await expect.poll(sheetsInHistory).toBe(0);
});

test("a link still leads to its screen if the browser never goes back from a sheet", async () => {
  deployment.answer(api.matches.list, [match("Ravi")]);
  showTo(member(), "/matches");
  const back = vi.spyOn(window.history, "go").mockReturnValue();
  onTestFinished(() => back.mockRestore());
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await expect.poll(sheetsInHistory).toBe(1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => (vi.advanceTimersByTime(100), back.mock.calls)).toEqual([[-1]]);
  await page.getByRole("link", { name: /^Swipe/ }).click();
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect.element(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
});
