import { expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, resize, showTo } from "../../testing/page";
import { match, member } from "../../testing/people";
import { box, log, newThread, showThread } from "./chat.testing";

const bubbles = () => log.element().querySelectorAll("time").length;

test("scrolling up loads older messages, and the line being read does not move", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 230 }, (_, at) => ({ text: `Number ${at + 1}`, mine: at % 2 === 0 })));
  showThread(thread);
  await expect.element(log.getByText("Number 230", { exact: true })).toBeInViewport();
  expect(bubbles()).toBe(30);

  for (const [oldest, read] of [
    [181, 201],
    [151, 181],
  ] as const) {
    const before = log.getByText(`Number ${read}`, { exact: true });
    scrollUp();
    const at = topOf(before);
    await expect.element(log.getByText(`Number ${oldest}`, { exact: true })).toBeInTheDocument();
    expect(Math.abs(topOf(before) - at)).toBeLessThan(3);
  }
  expect(bubbles()).toBe(80);
});

test("the arrow of a thread leads back to where the list was scrolled to, and adds no entry to the history", async () => {
  const thread = newThread();
  const others = Array.from({ length: 20 }, (_, index) => match(`Dev ${index}`));
  deployment.answer(api.matches.list, [...others, thread.match]);
  showTo(member(), "/matches");
  const ravi = page.getByRole("link", { name: "Chat with Ravi, 22" });
  await expect.element(ravi).toBeVisible();
  ravi.element().scrollIntoView({ block: "center" });
  const position = window.scrollY;
  expect(position).toBeGreaterThan(500);
  const [back, placeInHistory] = [page.getByRole("link", { name: "Back to matches" }), () => window.history.state.idx];
  const listPlace = placeInHistory();
  await ravi.click();
  await expect.element(box).toBeVisible();
  await back.click();
  await expect.element(ravi).toBeInViewport();
  await expect.poll(() => window.scrollY).toBe(position);
  expect(placeInHistory()).toBe(listPlace);
});

test("the arrow of a thread that was not opened from the list replaces the thread", async () => {
  showThread();
  await expect.element(box).toBeVisible();
  const { length } = window.history;
  await page.getByRole("link", { name: "Back to matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  expect(window.history.length).toBe(length);
});

test("a reader who scrolls up again before slow older messages arrive can load the next ones too", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 230 }, (_, at) => ({ text: `Number ${at + 1}` })));
  const read = deployment.currentAnswer(api.chat.messages);
  const { promise: slow } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>();
  deployment.answer(api.chat.messages, (args) => (args.before === undefined ? read(args) : slow));
  showThread(thread);
  await expect.element(log.getByText("Number 230", { exact: true })).toBeInViewport();
  scrollUp();
  await expect.poll(() => deployment.calls(api.chat.messages).at(-1)).toMatchObject({ before: 211 });
  log.element().scrollTop += 500;
  scrollUp();
  deployment.answer(api.chat.messages, read);
  await expect.element(log.getByText("Number 181", { exact: true })).toBeInTheDocument();
  scrollUp();
  await expect.element(log.getByText("Number 151", { exact: true })).toBeInTheDocument();
});

test("a reader who has scrolled up stays in place; new messages stay unread behind a button that leads to them", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 40 }, (_, at) => ({ text: `Number ${at + 1}` })));
  showThread(thread);
  await expect.poll(thread.readByMe).toBe(40);
  const line = log.getByText("Number 20", { exact: true });
  await expect.element(line).toBeInTheDocument();
  scrollUp(600);
  await expect.element(page.getByRole("button", { name: "Go to the newest message" })).toBeVisible();
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

test("a scroll up holds if the page renders in the same frame, and if lines have just grown", async () => {
  const thread = newThread();
  thread.past(Array.from({ length: 40 }, (_, at) => ({ text: `Number ${at + 1}` })));
  showThread(thread);
  await expect.poll(thread.readByMe).toBe(40);
  const line = log.getByText("Number 20", { exact: true });
  // Like a late font.
  for (const text of log.element().querySelectorAll("p"))
    Object.assign(text.style, { transition: "none", paddingBottom: "9px" });
  scrollUp(600);
  typeLetter();
  const before = topOf(line);
  await expect.element(page.getByRole("button", { name: "Go to the newest message" })).toBeVisible();
  expect(Math.abs(topOf(line) - before)).toBeLessThan(1);

  thread.write("Where are you?");
  await expect.element(log.getByText("Where are you?")).toBeInTheDocument();
  expect(Math.abs(topOf(line) - before)).toBeLessThan(1);
  expect(thread.readByMe()).toBe(40);
});

test("the thread stays at the newest message when the text box grows or the screen is resized", async () => {
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
  // A large phone in landscape, with its keyboard open.
  await box.fill("Hi");
  await resize(844, 190);
  await expect.element(newest).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole("button", { name: "Go to the newest message" })).not.toBeInTheDocument();
});

/** Scrolls like a finger: to the top, or to this many pixels above the newest message. */
function scrollUp(pixels = Number.MAX_SAFE_INTEGER) {
  log.element().scrollTop = -pixels;
}

function topOf(line: Locator): number {
  return line.element().getBoundingClientRect().top;
}

/** Types before the next frame, so that the thread renders before it gets a scroll event. */
function typeLetter() {
  const area = box.element() as HTMLTextAreaElement;
  area.setRangeText("a");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
