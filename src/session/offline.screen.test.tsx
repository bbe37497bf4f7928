import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { box, log, newThread, send } from "../features/chat/chat.testing";
import { deployment, heading, newTokens, reload, showTo, stopClock } from "../testing/page";
import { applicant, card, deck, match, member } from "../testing/people";
import {
  isCached,
  loseConnectionFor,
  openLater,
  openOffline,
  ravi,
  tab,
  TOKEN,
  visitEverything,
} from "./session.testing";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const skeleton = page.getByRole("status", { name: "Loading" });

test("after a reload offline a member still sees the matches, a thread, the profile and the deck, and their age", async () => {
  await visitEverything();
  await loseConnectionFor(5 * 60_000);
  await openOffline("/matches");
  await expect.element(page.getByText("Offline. Updated 5 minutes ago")).toBeVisible();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  await expect.element(page.getByText("@ravi.live")).toBeVisible();
  await expect.element(page.getByText("Where are you?")).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  await page.getByRole("link", { name: "Ravi, 22" }).click();
  await expect.element(log.getByText("Where are you?")).toBeVisible();

  await openOffline("/profile");
  await expect.element(heading("Asha, 21")).toBeVisible();
  await openOffline("/swipe");
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await expect.element(page.getByText("5 swipes left", { exact: true })).toBeVisible();
});

test("after a reload offline a message that the other person has read still says 'Seen'", async () => {
  stopClock();
  const thread = newThread(ravi);
  thread.past([{ text: "At the gate", mine: true }]);
  thread.see();
  showTo(member(), thread.path);
  await expect.element(log.getByText(/· Seen$/)).toBeVisible();
  await isCached("seenUpTo");
  await loseConnectionFor(10_000);
  await openOffline(thread.path);
  await expect.element(log.getByText(/· Seen$/)).toBeVisible();
});

test("a person answered among the likes has left the deck that is shown after a reload offline", async () => {
  const kabir = card("Kabir");
  await visitEverything(member(), kabir);
  deployment.answer(api.matches.pendingLikes, [kabir]);
  deployment.answer(api.matches.respond, { match: false });
  await tab("Matches").click();
  await page.getByRole("tab", { name: /Pending Likes/ }).click();
  await button("Reject Kabir").click();
  await expect.poll(() => deployment.calls(api.matches.respond)).toHaveLength(1);
  await loseConnectionFor(10_000);
  await openOffline("/swipe");
  await expect.element(heading("Dev, 22")).toBeVisible();
  await expect.element(heading("Kabir, 22")).not.toBeInTheDocument();
});

test("cached answers become live in place, without a skeleton in between", async () => {
  const thread = await visitEverything();
  await loseConnectionFor(10_000);
  await openOffline(thread.path);
  const line = log.getByText("Where are you?");
  await expect.element(line).toBeVisible();
  const [shown, skeletons] = [line.element(), [] as string[]];
  const observer = new MutationObserver(() => skeletons.push(...skeleton.elements().map(({ id }) => id)));
  observer.observe(document.body, { childList: true, subtree: true });
  thread.write("Left of the stage");
  deployment.reconnect();
  await expect.element(log.getByText("Left of the stage")).toBeVisible();
  await expect.element(page.getByText("Offline.")).not.toBeInTheDocument();
  observer.disconnect();
  expect(skeletons).toEqual([]);
  expect(line.element()).toBe(shown);
});

test("a message and a swipe made after a reload offline are each sent once after the reconnect", async () => {
  const thread = await visitEverything();
  const swiped: unknown[] = [];
  deployment.answer(api.swipes.swipe, ({ profileId }) => {
    swiped.push(profileId);
    return { success: true, match: false, swipesRemaining: 4 } as never;
  });
  await loseConnectionFor(10_000);
  await openOffline(thread.path);
  await box.fill("Coming");
  await send.click();
  await expect.element(page.getByText("Not sent yet, waiting for a connection")).toBeVisible();
  await openOffline("/swipe");
  await button("Like").click();
  await expect.element(heading("Dev, 22")).toBeVisible();
  await openOffline("/swipe");
  await expect.element(heading("Dev, 22"), { message: "a swiped person does not come back" }).toBeVisible();
  await expect.element(page.getByText("4 swipes left", { exact: true })).toBeVisible();

  deployment.reconnect();
  await expect.poll(() => swiped).toHaveLength(1);
  await expect.poll(thread.texts).toEqual(["Where are you?", "Coming"]);
  await expect.element(heading("Dev, 22")).toBeVisible();
});

test("Undo offline of an earlier visit's swipe says so, and takes back nothing once the network returns", async () => {
  await visitEverything(member({ undoable: true }));
  await loseConnectionFor(10_000);
  deployment.answer(api.swipes.last, ravi.user._id);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(page.getByText("Failed to process swipe. You are offline. Nothing was sent.")).toBeVisible();
  deployment.reconnect();
  await expect.element(page.getByText("Offline.")).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(deployment.calls(api.swipes.last)).toEqual([]);
});

test("unsent messages are shown even if neither thread nor person is cached, and are sent when the network is back", async () => {
  const thread = await writeOffline();
  for (const key of Object.keys(window.localStorage)) {
    if (/^cache:.*(matches:|chat:)/.test(key)) window.localStorage.removeItem(key);
  }
  await openOffline(thread.path);
  await expect.element(page.getByText("At the gate")).toBeVisible();
  await expect.element(page.getByText("Not sent yet, waiting for a connection")).toBeVisible();
  await expect.element(heading("You are offline")).toBeVisible();
  const unnamed = page.getByRole("textbox", { name: "Write a message" });
  await expect.element(unnamed).toHaveValue("Or left of");
  await unnamed.fill("By the chai stall");
  await send.click();
  await expect.element(page.getByText("By the chai stall")).toBeVisible();
  deployment.reconnect();
  await expect.poll(thread.texts).toEqual(["Where are you?", "At the gate", "By the chai stall"]);
  await expect.element(log.getByText("By the chai stall")).toBeVisible();
});

test("a member whose token expires offline stays signed in", async () => {
  await visitEverything();
  await loseConnectionFor(10_000);
  const { token } = newTokens(-60);
  window.localStorage.setItem(TOKEN, token);
  await openOffline("/matches");
  await expect.element(heading("Ravi, 22")).toBeVisible();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(window.location.pathname).toBe("/matches");
});

test.each([
  ["meets a fault of the deployment", () => deployment.break(api.auth.signIn)],
  ["is refused for a while", () => deployment.refuse(api.auth.signIn, "TOO_MANY_TRIES", "", { retryAfter: 10_000 })],
])("a session whose renewal %s is renewed afterwards", async (_, fail) => {
  stopClock();
  fail();
  showTo(member(), "/matches");
  window.localStorage.setItem(TOKEN, newTokens(60).token);
  reload();
  await expect.element(page.getByText("No matches yet")).toBeVisible();
  await vi.advanceTimersByTimeAsync(58_000);
  await expect.poll(() => deployment.calls(api.auth.signIn)).toHaveLength(1);

  const { token, refreshToken } = newTokens();
  deployment.answer(api.auth.signIn, { tokens: { token, refreshToken } });
  const storedToken = async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return window.localStorage.getItem(TOKEN);
  };
  await expect.poll(storedToken).toBe(token);
});

test("a match newer than the cached list does not count as ended", async () => {
  await visitEverything();
  await loseConnectionFor(10_000);
  const { matchId } = match("Later");
  await openOffline(`/matches/${matchId}`);
  await expect.element(heading("You are offline")).toBeVisible();
  await expect.element(page.getByText("This match has ended")).not.toBeInTheDocument();
});

test("a screen first opened offline says so, and loads once the connection is back", async () => {
  stopClock();
  deployment.answer(api.swipes.deck, deck(card("Kabir")));
  showTo(member(), "/swipe");
  await expect.element(heading("Kabir, 22")).toBeVisible();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(2_000);
  await tab("Matches").click();
  await expect.element(heading("You are offline")).toBeVisible();
  deployment.answer(api.matches.list, [ravi]);
  deployment.reconnect();
  await expect.element(heading("Ravi, 22")).toBeVisible();
});

test.each([
  ["an applicant", () => applicant(), "/moderation-pending", "Profile Under Review"],
  ["a member without cached answers", () => member(), "/edit-profile", "Edit Profile"],
] as const)(
  "%s reads after a reload that they are offline, and continues when the network is back",
  async (_, who, path, there) => {
    stopClock();
    showTo(who(), path);
    await expect.element(heading(there)).toBeVisible();
    await loseConnectionFor(2_000);
    await openUncached(path);
    await expect.element(heading("You are offline")).toBeVisible();
    await expect.element(skeleton).not.toBeInTheDocument();
    deployment.reconnect();
    await expect.element(heading(there)).toBeVisible();
  },
);

test("the edit form of a cached profile says offline that the member is offline", async () => {
  await visitEverything();
  await loseConnectionFor(10_000);
  await openOffline("/edit-profile");
  await expect.element(heading("Edit Profile")).toBeVisible();
  await expect.element(heading("You are offline")).toBeVisible();
  await expect.element(skeleton).not.toBeInTheDocument();
});

/** Opens a thread, cuts the network, and types one message and half of another. */
async function writeOffline() {
  stopClock();
  const thread = newThread(ravi);
  thread.write("Where are you?");
  showTo(member(), thread.path);
  await expect.element(log.getByText("Where are you?")).toBeVisible();
  await vi.advanceTimersByTimeAsync(0);
  await loseConnectionFor(2_000);
  await box.fill("At the gate");
  await send.click();
  await box.fill("Or left of");
  await expect.element(page.getByText("Not sent yet, waiting for a connection")).toBeVisible();
  return thread;
}

/** Opens a path for a person without cached answers in this browser. */
async function openUncached(path: string) {
  for (const key of Object.keys(window.localStorage)) if (key.startsWith("cache:")) window.localStorage.removeItem(key);
  await openLater(path);
}
