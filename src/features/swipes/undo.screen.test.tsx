import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, everythingShown, reload, stopClock } from "../../testing/page";
import { card as person, deck, member } from "../../testing/people";
import { card, dislike, left, like, showCards } from "./swiping.testing";

const undo = () => page.getByRole("button", { name: /^Undo/ });
const announcement = (text: string) => page.getByText(text, { exact: true });

test("Undo puts the last card back on top, returns the swipe, and says how many undos are left", async () => {
  showCards([person("Ravi"), person("Kabir")]);
  await expect.element(undo()).toBeDisabled();
  await dislike().click();
  await expect.element(card("Kabir")).toBeVisible();
  await expect.element(left(4)).toBeVisible();
  await expect.element(undo()).toHaveAccessibleName("Undo, 3 left today");

  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(announcement("Swipe taken back. Ravi is on top again.")).toBeInTheDocument();
  await expect.element(left(5)).toBeVisible();
  await expect.element(undo()).toHaveAccessibleName("Undo, 2 left today");
  await expect.element(undo(), { message: "only one step" }).toBeDisabled();
  await expect.element(undo()).toHaveFocus();
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe).map(({ liked }) => liked)).toEqual([false, true]);
  expect(deployment.calls(api.swipes.undo)).toHaveLength(1);
});

test.each(["{Backspace}", "u"])("the key %s undoes the last swipe, and does nothing before the first", async (key) => {
  showCards([person("Ravi"), person("Kabir")]);
  await expect.element(card("Ravi")).toBeVisible();
  await userEvent.keyboard(key);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(card("Kabir")).toBeVisible();
  await expect.poll(() => deployment.calls(api.swipes.swipe)).toHaveLength(1);
  await userEvent.keyboard(key);
  await expect.element(card("Ravi")).toBeVisible();
  await expect.poll(() => deployment.calls(api.swipes.undo)).toHaveLength(1);
});

test("Undo works after the last card and the last swipe of the day", async () => {
  showCards([person("Ravi")], { swipesRemaining: 1 });
  await like().click();
  await expect.element(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(left(1)).toBeVisible();
});

test("a person without undos left today sees what Gold gives; with Gold there is no limit", async () => {
  const cards = [person("Ravi"), person("Kabir")];
  showCards(cards, { undosRemaining: 0 });
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  await undo().click();
  await expect.element(page.getByRole("dialog", { name: "Upgrade your festival" })).toBeVisible();
  expect(deployment.calls(api.swipes.undo)).toEqual([]);

  showCards(cards, { isPremium: true, undosRemaining: null });
  await expect.element(undo()).toHaveAccessibleName("Undo, without limit");
});

test("a card whose undo is refused leaves again, with the reason", async () => {
  const [ravi, kabir] = [person("Ravi"), person("Kabir")];
  showCards([ravi, kabir]);
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  deployment.answer(api.swipes.deck, deck(kabir));
  deployment.refuse(api.swipes.undo, "NOT_FOUND", "This swipe can no longer be taken back");
  await undo().click();
  await expect.element(page.getByText("This swipe can no longer be taken back")).toBeVisible();
  await expect.element(card("Kabir")).toBeVisible();
  await expect.element(left(4)).toBeVisible();
});

test("a queued swipe that is undone offline is never sent, and costs no undo", async () => {
  showCards([person("Ravi"), person("Kabir")]);
  await expect.element(card("Ravi")).toBeVisible();
  stopClock();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(100);
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  await expect.element(left(4)).toBeVisible();
  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(left(5)).toBeVisible();
  await dislike().click();
  await expect.element(card("Kabir")).toBeVisible();
  deployment.reconnect();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => deployment.calls(api.swipes.swipe).map(({ liked }) => liked)).toEqual([false]);
  expect(deployment.calls(api.swipes.undo)).toEqual([]);
});

test("an undo that outlives a reload, but not its swipe, which never arrived, is no error", async () => {
  const [ravi, kabir] = [person("Ravi"), person("Kabir")];
  showCards([ravi, kabir]);
  deployment.loseNext(api.swipes.swipe);
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  deployment.refuse(api.swipes.undo, "NOT_FOUND", "This swipe can no longer be taken back");
  const shown = everythingShown();
  reload();
  deployment.reconnect();
  await expect.poll(() => deployment.calls(api.swipes.undo)).toHaveLength(1);
  await expect.element(card("Ravi")).toBeVisible();
  const queued = () => Object.keys(localStorage).filter((name) => name.startsWith("draft:swipes"));
  await expect.poll(queued).toEqual([]);
  expect(shown()).not.toContain("can no longer be taken back");
});

test("an undo waits for the other tab that may be sending its swipe", async () => {
  const me = member();
  const outbox = `swipes:${me._id}`;
  let finish = (): void => undefined;
  void navigator.locks.request(outbox, () => new Promise<void>((resolve) => (finish = resolve)));
  const entry = { profileId: person("Arjun")._id, liked: true };
  const other = { key: entry.profileId, lane: entry.profileId, number: 1, entry };
  localStorage.setItem(`draft:${outbox}:${other.key}`, JSON.stringify(other));
  showCards([person("Ravi"), person("Kabir")], me);
  await like().click();
  await expect.element(card("Kabir")).toBeVisible();
  localStorage.removeItem(`draft:${outbox}:${other.key}`);
  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  expect(deployment.calls(api.swipes.undo)).toEqual([]);
  finish();
  await expect.poll(() => deployment.calls(api.swipes.undo)).toHaveLength(1);
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("after a reload Undo takes back the last swipe, whose person the deployment names", async () => {
  const [ravi, kabir] = [person("Ravi"), person("Kabir")];
  deployment.answer(api.swipes.last, ravi._id);
  showCards([kabir], { undoable: true, undosRemaining: 2 });
  reload();
  await expect.element(card("Kabir")).toBeVisible();
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  await undo().click();
  await expect.element(card("Ravi")).toBeVisible();
  expect(deployment.calls(api.swipes.undo)).toEqual([{ profileId: ravi._id }]);
});

test("on a slow connection, Undo pressed twice after a reload takes back one swipe", async () => {
  const [ravi, kabir] = [person("Ravi"), person("Kabir")];
  const last = deployment.hold(api.swipes.last);
  showCards([kabir], { undoable: true, undosRemaining: 2 });
  await expect.element(card("Kabir")).toBeVisible();
  await userEvent.keyboard("u");
  await userEvent.keyboard("u");
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  last.answer(ravi._id);
  await expect.element(card("Ravi")).toBeVisible();
  await like().click();
  await expect.poll(() => deployment.calls(api.swipes.swipe)).toHaveLength(1);
  expect(deployment.calls(api.swipes.undo)).toEqual([{ profileId: ravi._id }]);
});
