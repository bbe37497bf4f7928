import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { card, deck, member } from "../testing/people";
import { deployment, heading, newTokens, showTo } from "../testing/page";
import { cachedText, openAgain, TOKEN } from "./session.testing";
import { writeCache } from "./writeCache";
import { cacheIndex, cacheKey, readCached } from "./cache";
import { storedSessionId } from "./storedSession";

const [kabir, dev, ravi] = [card("Kabir"), card("Dev"), card("Ravi")];
const like = page.getByRole("button", { name: "Like", exact: true });

test("a second visit begins with the cards of the last one, until the deck is dealt again", async () => {
  const { answer, me } = await visitAgain();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  me.answer(member());
  await expect.poll(() => deployment.calls(api.swipes.deck), { message: "one deck a visit" }).toHaveLength(2);
  answer(deck(ravi, { ...kabir, age: 23 }));
  await expect.element(heading("Kabir, 23"), { message: "as they are now" }).toBeVisible();
  await like.click();
  await expect.element(heading("Ravi, 22"), { message: "a person no longer dealt has left" }).toBeVisible();
});

test("a card of the last visit stays under the finger while a new deck is dealt", async () => {
  const { answer } = await visitAgain();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  const article = page.getByRole("article").first().element();
  const send = (type: string, clientX: number) =>
    article.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, clientX, clientY: 300 }),
    );
  send("pointerdown", 200);
  send("pointermove", 204);
  answer(deck(ravi));
  await new Promise((resolve) => window.setTimeout(resolve, 200));
  await expect.element(heading("Kabir, 22")).toBeVisible();
  send("pointerup", 204);
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("nothing of the last visit is shown to another person, or after a sign-out", async () => {
  await visit();
  deployment.hold(api.profiles.me);
  for (const token of [newTokens(60, "another person").token, null]) {
    if (token === null) window.localStorage.removeItem(TOKEN);
    else window.localStorage.setItem(TOKEN, token);
    openAgain("/swipe", token);
    await new Promise((resolve) => window.setTimeout(resolve, 300));
    expect(document.body.textContent).not.toContain("Kabir");
  }
});

test("a member whose session has ended elsewhere sees a message, and the cards of the last visit disappear", async () => {
  await visit();
  const ended = "Session expired. Please login again.";
  for (const fn of [api.profiles.me, api.swipes.deck, api.matches.news]) {
    deployment.refuse(fn, "UNAUTHENTICATED", ended);
  }
  openAgain("/swipe");
  await expect.poll(() => window.location.pathname).toBe("/auth");
  await expect.element(page.getByText(ended)).toBeVisible();
  expect(document.body.textContent).not.toContain("Kabir");
});

test.each([
  ["deck", [null]],
  ["profiles:me {}", {}],
])("a cached answer (%s) that this build cannot show fails one visit, not the next", async (name, answer) => {
  await visit();
  vi.spyOn(console, "error").mockReturnValue();
  window.localStorage.setItem(cacheKey(storedSessionId("attendee") ?? "", name), JSON.stringify(answer));
  openAgain("/swipe");
  await expect.element(heading("This page did not load")).toBeVisible();
  await expect.poll(() => Object.keys(window.localStorage).filter((key) => key.startsWith("cache:"))).toEqual([]);
  openAgain("/swipe");
  await expect.element(heading("Kabir, 22")).toBeVisible();
});

test("the cache keeps the newest twenty answers, and none that is too long, a week old or another session's", () => {
  window.localStorage.setItem(TOKEN, newTokens().token);
  for (let at = 1; at <= 25; at += 1) writeCache("somebody", new Map([[`answer ${at}`, { at }]]), Date.now() + at);
  const names = () => Object.keys(cacheIndex("somebody"));
  expect(names().sort()).toEqual(Array.from({ length: 20 }, (_, at) => `answer ${at + 6}`).sort());
  expect(readCached("somebody", "answer 25")?.data).toEqual({ at: 25 });
  writeCache("somebody", new Map([["answer 25", "x".repeat(400_000)]]));
  expect(names()).not.toContain("answer 25");
  expect(cachedText()).not.toContain('{"at":25}');
  writeCache("somebody", new Map([["old", "words"]]), Date.now() - 8 * 86_400_000);
  expect(readCached("somebody", "old"), "older than a week").toBeNull();
  writeCache("nobody", new Map([["theirs", "words"]]));
  expect(cachedText(), "from another session").not.toContain("theirs");
});

test("the cache has a maximum size, and evicts the oldest answer first", () => {
  window.localStorage.setItem(TOKEN, newTokens().token);
  const long = (at: number) => `${at} `.padEnd(250_000, "x");
  for (let at = 1; at <= 6; at += 1) writeCache("somebody", new Map([[`answer ${at}`, long(at)]]), Date.now() + at);
  expect(Object.keys(cacheIndex("somebody")).sort()).toEqual(["answer 3", "answer 4", "answer 5", "answer 6"]);
  expect(cachedText().length).toBeLessThan(1_200_000);
  writeCache("somebody", new Map([["answer 3", long(3)]]), Date.now() + 7);
  writeCache("somebody", new Map([["answer 7", long(7)]]), Date.now() + 8);
  expect(Object.keys(cacheIndex("somebody")).sort(), "a rewritten answer counts as new").toEqual([
    "answer 3",
    "answer 5",
    "answer 6",
    "answer 7",
  ]);
});

test.each(["5", "null", '"text"', "[1]", '{"old":"text"}', "{"])("a damaged index (%s) is replaced", (damaged) => {
  window.localStorage.setItem(TOKEN, newTokens().token);
  window.localStorage.setItem(cacheKey("somebody"), damaged);
  writeCache("somebody", new Map([["answer", "words"]]));
  expect(Object.keys(cacheIndex("somebody"))).toEqual(["answer"]);
  expect(readCached("somebody", "answer")?.data).toBe("words");
});

/** Opens the deck, so that its cards are cached. */
async function visit() {
  deployment.answer(api.swipes.deck, deck(kabir, dev));
  deployment.answer(api.swipes.swipe, { match: false });
  showTo(member(), "/swipe");
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await expect.poll(cachedText).toContain("Kabir");
  await expect.poll(cachedText).toContain("profiles:me");
}

/** Opens the app again, with a slow deployment. */
async function visitAgain() {
  await visit();
  const { answer } = deployment.hold(api.swipes.deck);
  const me = deployment.hold(api.profiles.me);
  openAgain("/swipe");
  return { answer, me };
}
