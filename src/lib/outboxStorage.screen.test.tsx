import { expect, test } from "vitest";
import { outboxStorage } from "./outboxStorage";

test.each([
  '{"key":"bad","lane":"A","number":1,"entry":null}',
  '{"key":"bad","lane":"A","number":1,"entry":"text"}',
  '{"key":"bad","lane":7,"number":1,"entry":{}}',
  '{"key":"bad","lane":"A","number":"1","entry":{}}',
  "[null]",
  "{",
])("a damaged entry (%s) is not read, and the others are", (damaged) => {
  const { put, read } = outboxStorage<object, string>("letters");
  const good = { key: "good", lane: "A", number: 2, entry: { text: "Hello" } };
  put(good);
  window.localStorage.setItem("draft:letters:bad", damaged);
  expect(read()).toEqual([good]);
});

test("an entry is removed even if the key in it is another one", () => {
  const { read, remove } = outboxStorage<object, string>("letters");
  window.localStorage.setItem("draft:letters:one", '{"key":"other","lane":"A","number":1,"entry":{}}');
  for (const { key } of read()) remove(key);
  expect(read()).toEqual([]);
});
