import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { expect, onTestFinished, test } from "vitest";
import { lazyScript } from "./lazyPart";

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
