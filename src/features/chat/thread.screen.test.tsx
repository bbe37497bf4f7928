import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, reload, resize, showTo, stopClock, turnPage } from "../../testing/page";
import { card, match, member, news } from "../../testing/people";
import { box, log, newThread, send, showThread } from "./chat.testing";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a tap on a match opens its thread at its own address, with the handle at the top", async () => {
  const thread = newThread();
  showTo(member(), "/matches");
  await page.getByRole("link", { name: "Chat with Ravi, 22" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Ravi, 22" })).toBeVisible();
  expect(window.location.pathname).toBe(thread.path);
  await expect.element(page.getByRole("link", { name: "@ravi.live on Instagram" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy @ravi.live" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Ravi" })).toBeVisible();
  reload();
  await expect.element(box).toBeVisible();
  await page.getByRole("link", { name: "Back to matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
});

test("beside an open thread a wide screen lists the conversations; a phone caches them once, and queries no counts", async () => {
  const thread = newThread();
  thread.write("At the gate");
  showThread(thread);
  await expect.element(log.getByText("At the gate")).toBeVisible();
  const isListCached = () => Object.keys(window.localStorage).some((key) => key.includes("chat:threads"));
  await expect.poll(isListCached).toBe(true);
  thread.write("And Ravi?");
  await expect.element(log.getByText("And Ravi?")).toBeVisible();
  const callsBefore = deployment.calls(api.chat.threads).length;
  thread.write("And you?");
  await expect.element(log.getByText("And you?")).toBeVisible();
  expect(deployment.calls(api.chat.threads)).toHaveLength(callsBefore);
  const counted = () => deployment.calls(api.matches.news).filter(({ counts }) => counts);
  expect(counted()).toEqual([]);
  const beside = page.getByRole("navigation", { name: "Conversations" });
  await expect.element(beside).not.toBeInTheDocument();

  await resize(1280, 800);
  await expect.element(beside.getByText("And you?")).toBeVisible();
  await expect.poll(counted).toHaveLength(1);
});

test("an empty thread offers three opening lines; a tap puts one into the box, where it can be changed before it is sent", async () => {
  const thread = showThread();
  const ideas = page.getByRole("list", { name: "Ideas for a first line" });
  await expect.element(ideas).toBeVisible();
  for (const line of ["Which stage first?", "Jazz or rock on Friday?", "Chai after the show?"]) {
    await ideas.getByRole("button", { name: line }).click();
    await expect.element(box).toHaveValue(line);
    await expect.element(box).toHaveFocus();
  }
  await userEvent.keyboard(" Or coffee?");
  expect(thread.texts()).toEqual([]);
  await send.click();
  await expect.element(ideas).not.toBeInTheDocument();
  await expect.poll(thread.texts).toEqual(["Chai after the show? Or coffee?"]);
});

test("messages are listed under their day, links are plain text, and a message of only emoji is large", async () => {
  const thread = newThread();
  // Noon of the festival's today: in London's evening it is already tomorrow there.
  const noon = Date.parse(`${new Date(Date.now() + 5.5 * HOUR).toISOString().slice(0, 10)}T06:30:00Z`);
  thread.past([
    { text: "Long ago", at: Date.parse("2025-12-18T13:00:00Z") },
    { text: "Last night", at: noon - DAY },
    { text: "https://example.com www.example.com", at: noon },
    { text: "🎉", at: noon },
  ]);
  showThread(thread);
  await expect.element(log.getByText("Thursday 18 December")).toBeVisible();
  await expect.element(log.getByText("Yesterday")).toBeVisible();
  await expect.element(log.getByText("Today")).toBeVisible();
  expect(log.getByRole("link").elements()).toEqual([]);
  const size = (text: string) => Number.parseFloat(getComputedStyle(log.getByText(text).element()).fontSize);
  expect(size("🎉")).toBeGreaterThan(2 * size("Last night"));
});

test("messages of one person within a minute show one time, under the last; a screen reader gets each time", async () => {
  const thread = newThread();
  const at = Date.parse("2025-12-18T15:35:10Z");
  thread.past([
    ...["One", "Two"].map((text, n) => ({ text, at: at + n * 20_000 })),
    { text: "Mine", at: at + 45_000, mine: true },
    { text: "Later", at: at + 55_000 },
  ]);
  showThread(thread);
  await expect.element(log.getByText("Later")).toBeVisible();
  const times = [...log.element().querySelectorAll("time")];
  expect(times.map(({ textContent }) => textContent)).toEqual(["21:05", "21:05", "21:05", "21:06"]);
  expect(times.map(({ offsetHeight, parentElement }) => offsetHeight > 0 && parentElement!.offsetWidth > 1)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("a message from the other person appears at once, and counts as read only while the page is visible", async () => {
  const thread = showThread();
  await expect.element(box).toBeVisible();
  thread.write("Hello there");
  await expect.element(log.getByText("Hello there")).toBeVisible();
  await expect.poll(thread.readByMe).toBe(1);
  turnPage("hidden");
  thread.write("Are you here?");
  await expect.element(log.getByText("Are you here?")).toBeInTheDocument();
  expect(thread.readByMe()).toBe(1);
  turnPage("visible");
  await expect.poll(thread.readByMe).toBe(2);
});

test("a held-back message is shown only after its reader presses 'Show message'", async () => {
  const thread = newThread();
  thread.past([{ text: "Hi" }, { text: "call 98765 43210", held: true }]);
  showThread(thread);
  await expect
    .element(log.getByText("Ravi sent a link, a number or a handle. Open it only if you want to."))
    .toBeVisible();
  expect(document.body.textContent).not.toContain("98765");
  await log.getByRole("button", { name: "Show message" }).click();
  await expect.element(log.getByText("call 98765 43210")).toBeVisible();
});

test("'Ravi is typing…' lasts five seconds or until the message, and is queried only while the page is visible", async () => {
  stopClock();
  const thread = showThread();
  const typing = page.getByText("Ravi is typing…");
  await expect.element(box).toBeVisible();
  await expect.poll(() => deployment.calls(api.chat.look)).toHaveLength(1);
  // Typing from before the first answer is ignored, so each poll answers with a newer time.
  let typedAt = Date.now();
  await expect
    .poll(() => {
      deployment.answer(api.chat.isTyping, (typedAt += 1));
      return typing.elements();
    })
    .toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(typing).not.toBeInTheDocument();
  deployment.answer(api.chat.isTyping, Date.now() + 1_000);
  await expect.element(typing).toBeVisible();
  thread.write("Here I am", { at: Date.now() + 1_001 });
  await expect.element(typing).not.toBeInTheDocument();

  turnPage("hidden");
  const callsBefore = deployment.calls(api.chat.isTyping).length;
  await expect.poll(() => deployment.calls(api.chat.look).at(-1)).toMatchObject({ open: false });
  deployment.answer(api.chat.isTyping, Date.now() + 2_000);
  await expect.element(typing).not.toBeInTheDocument();
  expect(deployment.calls(api.chat.isTyping)).toHaveLength(callsBefore);
});

test("a typing member signals at most every three seconds, and an open thread signals that it is open", async () => {
  stopClock();
  showThread();
  await expect.element(box).toBeVisible();
  await userEvent.type(box, "Hello");
  await expect.poll(() => deployment.calls(api.chat.typing)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  await userEvent.type(box, " you");
  await expect.poll(() => deployment.calls(api.chat.typing)).toHaveLength(2);
  expect(deployment.calls(api.chat.look)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(25_000);
  await expect.poll(() => deployment.calls(api.chat.look)).toHaveLength(2);
});

test("a thread that cannot be loaded says so, and Try Again loads it", async () => {
  const thread = newThread();
  thread.write("Hi");
  let isBroken = true;
  const read = deployment.currentAnswer(api.chat.messages);
  deployment.answer(api.chat.messages, (args) => {
    if (isBroken) throw new Error("Server Error");
    return read(args);
  });
  showThread(thread);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to get messages");
  isBroken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(log.getByText("Hi")).toBeVisible();
});

test("the list of matches shows each last line and unread count, with the newest message first", async () => {
  const [ravi, kabir, dev] = [match("Ravi"), match("Kabir"), match("Dev")];
  const thread = newThread(ravi);
  thread.past([{ text: "Hello" }, { text: "See you at nine" }]);
  deployment.answer(api.matches.list, [dev, kabir, ravi]);
  showTo(member(), "/matches");
  const names = () =>
    page
      .getByRole("tabpanel")
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["Ravi, 22", "Dev, 22", "Kabir, 22", "Meeting safely"]);
  const line = page.getByRole("link", { name: /Chat with Ravi/ });
  await expect.element(line).toHaveTextContent("See you at nine");
  await expect.element(line.getByText("2 unread messages")).toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /Chat with Dev/ })).toHaveTextContent("Say hello");
});

test("the photo and the name each open the whole card, from which the member can report, block or unmatch", async () => {
  const { match: ravi } = showThread();
  deployment.answer(api.matches.person, { ...card("Ravi", { hobbies: ["Chess ♟️"] }), instagramHandle: "ravi.live" });
  const dialog = page.getByRole("dialog", { name: "You and Ravi" });
  await page.getByRole("img", { name: "Photo of Ravi" }).click({ force: true });
  await expect.element(dialog.getByText(/^Chess/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole("heading", { level: 1 }).getByRole("button", { name: "Ravi, 22" }).click();
  await expect.element(dialog.getByText(/^Chess/)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Unmatch Ravi" })).toBeVisible();
  await dialog.getByRole("button", { name: "Report or block" }).click();
  await expect.element(page.getByRole("dialog", { name: "Report Ravi" })).toBeVisible();
  expect(deployment.calls(api.matches.person)[0]).toEqual({ matchId: ravi.matchId });
});

test("a match missing from the list counts as ended only once the query of news lacks it too", async () => {
  const thread = newThread();
  thread.write("Where are you?");
  deployment.answer(api.matches.list, []);
  deployment.answer(api.chat.markRead, null);
  const held = deployment.hold(api.matches.news);
  showTo(member(), thread.path);
  await expect.poll(() => deployment.calls(api.matches.list).length).toBeGreaterThan(0);
  await expect.element(page.getByRole("textbox")).toBeVisible();
  await expect.element(page.getByText("This match has ended")).not.toBeInTheDocument();
  const newer = { ...thread.match, createdAt: Date.now() + 1000, isUnseen: false };
  held.answer(news({}, { matches: [newer] }));
  await expect.element(log.getByText("Where are you?")).toBeVisible();
  deployment.answer(api.matches.news, news());
  await expect.element(page.getByText("This match has ended")).toBeVisible();
});
