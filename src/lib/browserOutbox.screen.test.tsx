import { expect, onTestFinished, test, vi } from "vitest";
import { outboxStorage, withBrowserLock } from "./browserOutbox";
import { clearDrafts } from "./draft";
import { isShaped, isText } from "./stored";

test("work under one name waits for another tab's work under that name, and other work does not", async () => {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<null>();
  const first = withBrowserLock("swipes", async () => {
    await promise;
    done.push("first");
  });
  // A second call in this tab waits for the same lock as another tab.
  const second = withBrowserLock("swipes", async () => void done.push("second"));
  await withBrowserLock("messages", async () => void done.push("other"));
  resolve(null);
  await Promise.all([first, second]);
  expect(done).toEqual(["other", "first", "second"]);
});

type Letter = { text: string };
const isLetter = isShaped<Letter>({ text: isText });

test.each([
  '{"key":"bad","lane":"A","number":1,"entry":null}',
  '{"key":"bad","lane":"A","number":1,"entry":"text"}',
  '{"key":"bad","lane":"A","number":1,"entry":{"text":["Hello"]}}',
  '{"key":"bad","lane":7,"number":1,"entry":{"text":"Hello"}}',
  '{"key":"bad","lane":"A","number":"1","entry":{"text":"Hello"}}',
  "[null]",
  "{",
])("a damaged entry (%s) is not read, and the others are", (damaged) => {
  const { put, read } = outboxStorage<Letter, string>("letters", isLetter);
  const good = { key: "good", lane: "A", number: 2, entry: { text: "Hello" } };
  put(good);
  window.localStorage.setItem("draft:letters:bad", damaged);
  expect(read()).toEqual([good]);
});

test("an entry is removed even if the key in it is another one", () => {
  const { read, remove } = outboxStorage<Letter, string>("letters", isLetter);
  window.localStorage.setItem("draft:letters:one", '{"key":"other","lane":"A","number":1,"entry":{"text":"Hello"}}');
  expect(read().map(({ key }) => key)).toEqual(["one"]);
  remove("one");
  expect(read()).toEqual([]);
});

test("in a browser whose storage becomes full, a refusal is kept until the sign-out", () => {
  const { put, read } = outboxStorage<Letter, string>("letters", isLetter);
  const letter = { key: "one", lane: "A", number: 1, entry: { text: "Hello" } };
  put(letter);
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  put({ ...letter, failure: "too long" });
  expect(read()).toEqual([{ ...letter, failure: "too long" }]);
  clearDrafts();
  expect(read()).toEqual([]);
});
