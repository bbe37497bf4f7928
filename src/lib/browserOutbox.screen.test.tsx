import { expect, test } from "vitest";
import { withBrowserLock } from "./browserOutbox";

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
