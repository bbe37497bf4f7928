import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, pressTwice, resize, showTo, stopClock, turnPage } from "../../testing/page";
import { newThread } from "../chat/chat.testing";
import { card, deck, match, member, type Match, type Me, unseen as newsOfUnseen } from "../../testing/people";

const popup = page.getByRole("dialog", { name: "It's a match!" });
const note = (name: string | RegExp) => page.getByRole("button", { name });
const bio = page.getByRole("textbox", { name: /^Bio/ });
const noMore = page.getByRole("heading", { name: "No More Profiles" });

test("a new match pops up with both photos, names and handles, and leads to the matches", async () => {
  await openDeck();
  unseen(match("Ravi"));
  await expect.element(popup.getByRole("img", { name: "Photo of Asha" })).toBeVisible();
  await expect.element(popup.getByRole("img", { name: "Photo of Ravi" })).toBeVisible();
  await expect.element(popup.getByText("@asha.live")).toBeVisible();
  await expect.element(popup.getByRole("link", { name: "@ravi.live on Instagram" })).toBeVisible();
  await popup.getByRole("button", { name: "View Matches" }).click();
  await expect.element(popup).not.toBeInTheDocument();
  expect(window.location.pathname).toBe("/matches");
});

test("a new match whose chat is open counts as seen, and no popup covers its messages", async () => {
  const ravi = match("Ravi");
  newThread(ravi).write("Hi there");
  showTo(member(), `/matches/${ravi.matchId}`);
  await expect.element(page.getByText("Hi there").last()).toBeVisible();
  unseen(ravi);
  await expect.poll(() => deployment.calls(api.matches.markSeen)).toEqual([{ matchIds: [ravi.matchId] }]);
  await expect.element(popup).not.toBeInTheDocument();
});

test.each([
  [390, 844],
  [820, 1180],
  [640, 360],
])("long names and handles can be read to the end on %i × %i", async (width, height) => {
  await resize(width, height);
  const long = { name: "Bartholomewsubraman", instagramHandle: "bartholomewsubramanian30letter" };
  await openDeck([], true, member(long));
  unseen(match("Ravi", long));
  await expect.element(popup).toBeVisible();
  for (const animation of document.getAnimations()) animation.finish();
  for (const line of popup.element().querySelectorAll("figcaption > span, a, p")) {
    line.scrollIntoView({ block: "center" });
    const text = document.createRange();
    text.selectNodeContents(line);
    for (const { left, right, top, bottom } of text.getClientRects()) {
      const isOnTop = () =>
        (line.closest("figure") ?? line).contains(document.elementFromPoint(right - 4, (top + bottom) / 2));
      await expect.poll(isOnTop, { message: `${line.textContent} is not covered` }).toBe(true);
      expect([left >= 0, right <= width]).toEqual([true, true]);
    }
  }
});

test("on a small phone the popup opens at its top, and its first button can be pressed without scrolling", async () => {
  await resize(320, 568);
  const long = { name: "Bartholomewsubraman", instagramHandle: "bartholomewsubramanian30letter" };
  await openDeck([], true, member(long));
  unseen(match("Ravi", long));
  await expect.element(popup.getByRole("button", { name: "Keep Swiping" })).toHaveFocus();
  for (const animation of document.getAnimations()) animation.finish();
  expect(popup.element().scrollTop).toBe(0);
  await expect.element(popup.getByRole("button", { name: "Say hello" })).toBeInViewport({ ratio: 1 });
});

test("a small phone whose browser bars are shown has room for all of the popup", async () => {
  await resize(360, 560);
  await openDeck();
  unseen(match("Ravi"));
  await expect.element(popup.getByRole("button", { name: "Keep Swiping" })).toBeVisible();
  const { scrollHeight, clientHeight } = popup.element();
  expect(scrollHeight).toBe(clientHeight);
});

test.each([
  [390, 844],
  [320, 568],
])("on %i × %i a press meant for the next card does not close the popup or leave the deck", async (width, height) => {
  await resize(width, height);
  await openDeck([], false);
  deployment.answer(api.swipes.swipe, { match: false });
  deployment.answer(api.swipes.deck, deck(card("Kabir"), card("Dev"), card("Om")));
  await pressTwice(page.getByRole("button", { name: "Like", exact: true }), async () => {
    unseen(match("Ravi"));
    await expect.element(popup).toBeVisible();
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(popup).toBeVisible();
  expect(window.location.pathname).toBe("/swipe");
});

test("the popup waits while the person is in another tab", async () => {
  await openDeck();
  turnPage("hidden");
  const ravi = match("Ravi");
  unseen(ravi);
  deployment.answer(api.matches.list, [ravi]);
  await page.getByRole("link", { name: "Matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(7_000);
  await expect.element(popup).not.toBeInTheDocument();
  turnPage("visible");
  await expect.element(popup).toBeVisible();
});

test("the popup closes by Keep Swiping, and by a press beside it", async () => {
  await openDeck();
  unseen(match("Ravi"));
  await popup.getByRole("button", { name: "Keep Swiping" }).click();
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(popup).not.toBeInTheDocument();
  expect(window.location.pathname).toBe("/swipe");

  unseen(match("Kabir"));
  await expect.element(popup).toBeVisible();
  // Above the popup's content, because its two photos come in from the sides.
  await page.elementLocator(document.body).click({ position: { x: 195, y: 40 }, force: true });
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(popup).not.toBeInTheDocument();
});

test("a person who returns sees the popup of each match they missed, one after the other, and each is stored as seen", async () => {
  const [first, second] = [match("Kabir"), match("Dev")];
  unseen(first, second);
  await openDeck([match("Ravi"), first, second], false);
  await expect.element(popup.getByText("1 more match", { exact: true })).toBeVisible();
  for (const name of ["Kabir", "Dev"]) {
    await expect.element(popup.getByRole("img", { name: `Photo of ${name}` })).toBeVisible();
    await vi.advanceTimersByTimeAsync(6_300);
  }
  await expect.element(popup).not.toBeInTheDocument();
  expect(deployment.calls(api.matches.markSeen)).toEqual([
    { matchIds: [first.matchId] },
    { matchIds: [second.matchId] },
  ]);
});

test("View Matches closes the popup and marks every unseen match as seen, so that no other popup follows", async () => {
  const both = [match("Kabir"), match("Dev")];
  unseen(...both);
  await openDeck([], false);
  await popup.getByRole("button", { name: "View Matches" }).click();
  await expect.element(popup).not.toBeInTheDocument();
  expect(deployment.calls(api.matches.markSeen)).toEqual([{ matchIds: both.map(({ matchId }) => matchId) }]);
});

test("while a person types, a new match shows only a note; the popup opens when they have finished", async () => {
  await openBio();
  await userEvent.type(bio, "Jazz and");
  unseen(match("Ravi"));
  await expect.element(note("It's a match with Ravi")).toBeVisible();
  await userEvent.keyboard(" chai{Escape} ");
  await expect.element(bio).toHaveValue("Jazz and chai ");
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(bio, { message: "the note takes no focus" }).toHaveFocus();
  await expect.element(popup).not.toBeInTheDocument();
  expect(deployment.calls(api.matches.markSeen)).toEqual([]);

  (document.activeElement as HTMLElement).blur();
  await vi.advanceTimersByTimeAsync(700);
  await expect.element(popup).toBeVisible();
  await expect.element(note(/It's a match with/)).not.toBeInTheDocument();
});

test("a tap on the note opens the popup; afterwards the field has focus again, and the next match is a note", async () => {
  await openBio();
  await userEvent.type(bio, "Jazz");
  unseen(match("Ravi"), match("Kabir"));
  await note("It's a match with Ravi and 1 more").click();
  await expect.element(popup.getByRole("img", { name: "Photo of Ravi" })).toBeVisible();
  await popup.getByRole("button", { name: "Keep Swiping" }).click();
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(bio).toHaveFocus();
  await expect.element(note("It's a match with Kabir")).toBeVisible();
});

test("the popup waits until a dragging finger is lifted", async () => {
  await openDeck();
  touch("pointerdown", 200);
  touch("pointermove", 120);
  unseen(match("Ravi"));
  await expect.element(note("It's a match with Ravi")).toBeVisible();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(popup).not.toBeInTheDocument();
  touch("pointerup", 60);
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(200), popup.elements().length)).toBe(1);
});

test("the popup waits until an open dialog is closed", async () => {
  deployment.answer(api.matches.pendingLikes, [card("Dev")]);
  stopClock();
  showTo(member(), "/matches?tab=likes");
  await page.getByRole("button", { name: "See the card of Dev" }).click();
  await expect.element(page.getByRole("dialog", { name: "Dev likes you" })).toBeVisible();
  unseen(match("Ravi"));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(popup).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(200), popup.elements().length)).toBe(1);
});

test("in its first second the popup ignores keys, even one that stays held down; then Escape closes it", async () => {
  await openDeck();
  unseen(match("Ravi"));
  await expect.element(popup.getByRole("button", { name: "Keep Swiping" })).toHaveFocus();
  for (const key of [" ", "{Enter}", "{Escape}", "a"]) await userEvent.keyboard(key);
  await vi.advanceTimersByTimeAsync(900);
  await userEvent.keyboard("{Escape}");
  await vi.advanceTimersByTimeAsync(200);
  for (const type of ["keydown", "keyup"]) {
    const init = { key: "Escape", code: "Escape", repeat: type === "keydown", bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent(type, init));
  }
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(popup).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(popup).not.toBeInTheDocument();
});

test("the popup's six seconds start again when the person returns from another tab", async () => {
  await openDeck();
  unseen(match("Ravi"));
  await expect.element(popup).toBeVisible();
  await vi.advanceTimersByTimeAsync(5_000);
  turnPage("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  turnPage("visible");
  await vi.advanceTimersByTimeAsync(5_900);
  await expect.element(popup).toBeVisible();
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(popup).not.toBeInTheDocument();
});

test("a popup seen on another device closes; one that cannot be stored as seen does not reopen", async () => {
  await openDeck();
  const ravi = match("Ravi");
  unseen(ravi);
  await expect.element(popup).toBeVisible();
  unseen();
  await expect.element(popup).not.toBeInTheDocument();

  const kabir = match("Kabir");
  unseen(kabir);
  await vi.advanceTimersByTimeAsync(0);
  deployment.refuse(api.matches.markSeen, "TOO_MANY_TRIES", "Not now");
  await popup.getByRole("button", { name: "Keep Swiping" }).click();
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(popup).not.toBeInTheDocument();
});

/** Makes the deployment report these matches as unseen. Marking one as seen removes it. */
function unseen(...matches: Match[]) {
  deployment.answer(api.matches.news, newsOfUnseen(...matches));
  deployment.answer(api.matches.markSeen, ({ matchIds }) => {
    unseen(...matches.filter(({ matchId }) => !matchIds.includes(matchId)));
    return null;
  });
}

/** A member before an empty deck, with the clock stopped. */
async function openDeck(matches: Match[] = [], isFree = true, me: Me = member()) {
  stopClock();
  deployment.answer(api.matches.list, matches);
  showTo(me, "/swipe");
  if (isFree) await expect.element(noMore).toBeVisible();
}

/** A member who edits their profile, with the clock stopped. */
async function openBio() {
  stopClock();
  showTo(member(), "/edit-profile");
  await expect.element(bio).toBeVisible();
  await bio.fill("");
}

/** A finger at mid-height, `clientX` pixels from the left edge. */
function touch(type: string, clientX: number) {
  const event = new PointerEvent(type, { pointerId: 7, clientX, clientY: 400, bubbles: true });
  document.querySelector("main")?.dispatchEvent(event);
}
