import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { expect, onTestFinished, test } from "vitest";
import { lazyScript } from "./lazyPart";

test("a preloaded part opens at once, without an outline first", async () => {
  const { Part, fetch } = lazyScript(() => Promise.resolve(() => <p>Here</p>));
  await fetch();
  const root = createRoot(document.createElement("div"));
  onTestFinished(() => root.unmount());
  const outlines: string[] = [];
  const Outline = () => void outlines.push("seen");
  flushSync(() =>
    root.render(
      <Suspense fallback={<Outline />}>
        <Part />
      </Suspense>,
    ),
  );
  expect(outlines).toEqual([]);
});
