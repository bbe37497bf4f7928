import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { expect, onTestFinished, test } from "vitest";
import { fetchParts, lazyPart, lazyScript } from "./lazyPart";

test("a preloaded part opens at once, without a skeleton first", async () => {
  const { Part, fetch } = lazyScript(() => Promise.resolve(() => <p>Here</p>));
  await fetch();
  const root = createRoot(document.createElement("div"));
  onTestFinished(() => root.unmount());
  const skeletons: string[] = [];
  const Skeleton = () => void skeletons.push("seen");
  flushSync(() =>
    root.render(
      <Suspense fallback={<Skeleton />}>
        <Part />
      </Suspense>,
    ),
  );
  expect(skeletons).toEqual([]);
});

test("screens are prefetched one after the other, and a failed one does not stop the rest", async () => {
  const log: string[] = [];
  const part = (name: string, load: () => Promise<void>) =>
    lazyPart("Screen", async () => (log.push(`${name} asked`), await load(), log.push(`${name} here`), { Screen }), [
      "/x",
    ]);
  part("first", () => Promise.resolve());
  part("second", () => Promise.reject(new TypeError("offline")));
  part("third", () => Promise.resolve());
  await fetchParts(["/x"]);
  expect(log).toEqual(["first asked", "first here", "second asked", "third asked", "third here"]);
});

function Screen() {
  return null;
}
