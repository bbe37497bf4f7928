import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, reload, resize, showTo, stopClock } from "../../testing/page";
import { match, member } from "../../testing/people";
import { box, log, newThread, send, showThread } from "./chat.testing";

const DAY = 86_400_000;
const bubbles = () => log.element().querySelectorAll("time").length;

test("a tap on a match opens its thread at an address of its own, with the handle at the top", async () => {
  const thread = newThread();
  showTo(member(), "/matches");
  await page.getByRole("link", { name: "Ravi, 22" }).click();
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

test("an empty thread offers three first lines; a tap puts one into the box, where it can be changed", async () => {
  const thread = showThread();
  await expect.element(page.getByRole("list", { name: "Ideas for a first line" })).toBeVisible();
  await page.getByRole("button", { name: "Chai after the show?" }).click();
  await expect.element(box).toHaveValue("Chai after the show?");
  await expect.element(box).toHaveFocus();
  expect(thread.texts()).toEqual([]);
  await send.click();
  await expect.element(page.getByRole("button", { name: "Jazz or rock on Friday?" })).not.toBeInTheDocument();
  await expect.poll(thread.texts).toEqual(["Chai after the show?"]);
});

test("messages stand under the day on which they came, links are text, and a few emoji are large", async () => {
  const thread = newThread();
  const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T06:30:00Z`);
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

test("what the other sends is there at once, and read as long as one looks at the end", async () => {
  const thread = showThread();
  await expect.element(box).toBeVisible();
  thread.write("Hello there");
  await expect.element(log.getByText("Hello there")).toBeVisible();
  await expect.poll(thread.readByMe).toBe(1);
  turn("hidden");
  thread.write("Are you here?");
  await expect.element(log.getByText("Are you here?")).toBeInTheDocument();
  expect(thread.readByMe()).toBe(1);
  turn("visible");
  await expect.poll(thread.readByMe).toBe(2);
});

test("older messages come in by scrolling up, and one stays where one reads", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 230 }, (_, at) => ({ text: `Number ${at + 1}`, mine: at % 2 === 0 })));
  showThread(thread);
  await expect.element(log.getByText("Number 230", { exact: true })).toBeInViewport();
  expect(bubbles()).toBe(50);

  for (const [oldest, read] of [
    [151, 181],
    [101, 151],
  ] as const) {
    const before = log.getByText(`Number ${read}`, { exact: true });
    scrollUp();
    const at = topOf(before);
    await expect.element(log.getByText(`Number ${oldest}`, { exact: true })).toBeInTheDocument();
    expect(Math.abs(topOf(before) - at)).toBeLessThan(3);
  }
  expect(bubbles()).toBe(130);
});

test("who is at the top when older ones come slowly, and scrolls up again before they are there, gets the next ones too", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 230 }, (_, at) => ({ text: `Number ${at + 1}` })));
  const read = deployment.answered(api.chat.messages);
  const { promise: slow } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>();
  deployment.answer(api.chat.messages, (asked) => (asked.before === undefined ? read(asked) : slow));
  showThread(thread);
  await expect.element(log.getByText("Number 230", { exact: true })).toBeInViewport();
  scrollUp();
  await expect.poll(() => deployment.calls(api.chat.messages).at(-1)).toMatchObject({ before: 201 });
  log.element().scrollTop += 500;
  scrollUp();
  deployment.answer(api.chat.messages, read);
  await expect.element(log.getByText("Number 151", { exact: true })).toBeInTheDocument();
  scrollUp();
  await expect.element(log.getByText("Number 101", { exact: true })).toBeInTheDocument();
});

test("who has scrolled up stays there, is told of new messages, and gets down to them", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 40 }, (_, at) => ({ text: `Number ${at + 1}` })));
  showThread(thread);
  await expect.poll(thread.readByMe).toBe(40);
  const line = log.getByText("Number 20", { exact: true });
  await expect.element(line).toBeInTheDocument();
  scrollUp(600);
  await expect.element(page.getByRole("button", { name: "To the newest message" })).toBeVisible();
  const before = topOf(line);
  thread.write("Where are you?");
  const pill = page.getByRole("button", { name: "New messages" });
  await expect.element(pill).toBeVisible();
  expect(Math.abs(topOf(line) - before)).toBeLessThan(1);
  expect(thread.readByMe()).toBe(40);
  await pill.click();
  await expect.element(log.getByText("Where are you?")).toBeInViewport();
  await expect.element(pill).not.toBeInTheDocument();
  await expect.poll(thread.readByMe).toBe(41);
});

test("a scroll up holds when something is drawn in the same instant, and when lines have just become larger", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 40 }, (_, at) => ({ text: `Number ${at + 1}` })));
  showThread(thread);
  await expect.poll(thread.readByMe).toBe(40);
  const line = log.getByText("Number 20", { exact: true });
  // As a font does that arrives.
  for (const text of log.element().querySelectorAll("p"))
    Object.assign(text.style, { transition: "none", paddingBottom: "9px" });
  scrollUp(600);
  typeLetter();
  const before = topOf(line);
  await expect.element(page.getByRole("button", { name: "To the newest message" })).toBeVisible();
  expect(Math.abs(topOf(line) - before)).toBeLessThan(1);

  thread.write("Where are you?");
  await expect.element(log.getByText("Where are you?")).toBeInTheDocument();
  expect(Math.abs(topOf(line) - before)).toBeLessThan(1);
  expect(thread.readByMe()).toBe(40);
});

test("a long text in the box, or another size of the screen, leaves one at the newest message", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 40 }, (_, at) => ({ text: `Number ${at + 1}` })));
  showThread(thread);
  const newest = log.getByText("Number 40", { exact: true });
  await expect.element(newest).toBeInViewport();
  await box.fill("A long thought. ".repeat(20));
  await expect.element(newest).toBeInViewport();
  await resize(1440, 700);
  await expect.element(newest).toBeInViewport();
  await resize(360, 500);
  await expect.element(newest).toBeInViewport();
  await expect.element(page.getByRole("button", { name: "To the newest message" })).not.toBeInTheDocument();
});

test("a first link or number is shown only to who asks for it", async () => {
  const thread = newThread();
  thread.past([{ text: "Hi" }, { text: "call 98765 43210", held: true }]);
  showThread(thread);
  await expect
    .element(log.getByText("Ravi sent a link, a number or a handle. Look only if you want to."))
    .toBeVisible();
  expect(document.body.textContent).not.toContain("98765");
  await log.getByRole("button", { name: "Show message" }).click();
  await expect.element(log.getByText("call 98765 43210")).toBeVisible();
});

test("'Ravi is typing…' stands there for five seconds, or until the message, and is asked for only while one looks", async () => {
  stopClock();
  const thread = showThread();
  const typing = page.getByText("Ravi is typing…");
  await expect.element(box).toBeVisible();
  await expect.poll(() => deployment.calls(api.chat.look)).toHaveLength(1);
  // What was typed before the first answer counts as over, so he types on.
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

  turn("hidden");
  const asked = deployment.calls(api.chat.isTyping).length;
  await expect.poll(() => deployment.calls(api.chat.look).at(-1)).toMatchObject({ open: false });
  deployment.answer(api.chat.isTyping, Date.now() + 2_000);
  await expect.element(typing).not.toBeInTheDocument();
  expect(deployment.calls(api.chat.isTyping)).toHaveLength(asked);
});

test("who types says so every three seconds at most, and an open thread says that it is open", async () => {
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

test("when the other ends the match the thread closes and says so, and what was typed there is forgotten", async () => {
  const thread = showThread();
  thread.write("Hi");
  await box.fill("I was just about to");
  thread.end();
  await expect.element(page.getByRole("heading", { name: "This match has ended" })).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
  await expect.poll(() => JSON.stringify({ ...window.localStorage })).not.toContain("about to");
  await page.getByRole("link", { name: "See your matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
});

test("an address that is no match of mine says the same as one that has ended", async () => {
  newThread();
  showTo(member(), "/matches/somebody-elses");
  await expect.element(page.getByRole("heading", { name: "This match has ended" })).toBeVisible();
});

test("one ends a match from its thread, after a question, and is back at the matches", async () => {
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
});

test("a message can be reported: the form shows it, the report names it, and the thread is left", async () => {
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

test("a thread that cannot be loaded says so, and Try Again loads it", async () => {
  const thread = newThread();
  thread.write("Hi");
  let isBroken = true;
  const read = deployment.answered(api.chat.messages);
  deployment.answer(api.chat.messages, (asked) => {
    if (isBroken) throw new Error("Server Error");
    return read(asked);
  });
  showThread(thread);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to get messages");
  isBroken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.element(log.getByText("Hi")).toBeVisible();
});

test("the list of matches has each one's last line, how many are unread, and the newest first", async () => {
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
  await expect.poll(names).toEqual(["Meeting safely", "Ravi, 22", "Dev, 22", "Kabir, 22"]);
  const line = page.getByRole("link", { name: /Chat with Ravi/ });
  await expect.element(line).toHaveTextContent("See you at nine");
  await expect.element(line.getByText("2 unread messages")).toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /Chat with Dev/ })).toHaveTextContent("Say hello");
});

test("the moment of a match leads to its thread", async () => {
  const thread = newThread();
  deployment.answer(api.matches.unseen, [thread.match]);
  deployment.answer(api.matches.markSeen, null);
  showTo(member(), "/matches");
  await page.getByRole("dialog", { name: "It's a match!" }).getByRole("button", { name: "Say hello" }).click();
  await expect.element(page.getByRole("list", { name: "Ideas for a first line" })).toBeVisible();
  expect(window.location.pathname).toBe(thread.path);
});

/** What the browser does when another tab is looked at, or this one again. */
function turn(state: "hidden" | "visible") {
  const spy = vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  onTestFinished(() => spy.mockRestore());
  document.dispatchEvent(new Event("visibilitychange"));
}

/** As a person does with a finger: up to the top, or so many pixels above the newest message. */
function scrollUp(pixels = Number.MAX_SAFE_INTEGER) {
  log.element().scrollTop = -pixels;
}

function topOf(line: Locator): number {
  return line.element().getBoundingClientRect().top;
}

/** Before the browser draws again, so that the thread is drawn before it is told of a scroll. */
function typeLetter() {
  const area = box.element() as HTMLTextAreaElement;
  area.setRangeText("a");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
