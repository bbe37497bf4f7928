import { useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { press } from "../testing/page";
import { fetchParts, lazyPart, lazyScript, SkeletonContext } from "./lazyPart";

test("a preloaded part opens at once, without a skeleton first", async () => {
  const Part = lazyPart("Screen", () => Promise.resolve({ Screen: () => <p>Here</p> }), ["/preloaded"]);
  await fetchParts(["/preloaded"]);
  const container = show(
    <SkeletonContext value="Skeleton">
      <Part />
    </SkeletonContext>,
  );
  expect(container.textContent).toBe("Here");
});

test("a skeleton whose own script loads late is shown once, as on the way back from a payment", async () => {
  const never = new Promise<never>(() => undefined);
  const Ticket = lazyPart("Ticket", () => never);
  const Screen = lazyPart("Screen", () => never);
  const skeleton = (
    <p>
      Verifying <Ticket />
    </p>
  );
  const container = show(
    <SkeletonContext value={skeleton}>
      <Screen />
    </SkeletonContext>,
  );
  expect(container.textContent).toBe("Verifying ");
});

test("Back while a screen's script loads shows the earlier screen, and Forward the screen itself", async () => {
  let arrive = (_: { Screen: () => string }) => {};
  const Late = lazyPart("Screen", () => new Promise<{ Screen: () => string }>((resolve) => (arrive = resolve)));
  function Buttons() {
    const navigate = useNavigate();
    return (
      <>
        <button onClick={() => void navigate("/late")}>Go</button>
        <button onClick={() => void navigate(-1)}>Back</button>
        <button onClick={() => void navigate(1)}>Forward</button>
      </>
    );
  }
  show(
    <MemoryRouter>
      <Buttons />
      <SkeletonContext value="Skeleton">
        <Routes>
          <Route path="/" element="The first screen" />
          <Route path="/late" element={<Late />} />
        </Routes>
      </SkeletonContext>
    </MemoryRouter>,
  );
  await press("Go");
  await expect.element(page.getByText("Skeleton")).toBeVisible();
  await press("Back");
  await expect.element(page.getByText("The first screen")).toBeVisible();
  arrive({ Screen: () => "The late screen" });
  await press("Forward");
  await expect.element(page.getByText("The late screen")).toBeVisible();
});

test("a script that could not be loaded is asked for again when its place is shown again", async () => {
  const answers = [Promise.reject(new TypeError("offline")), Promise.resolve(() => "Here")];
  const { Part } = lazyScript(() => answers.shift() as Promise<() => string>);
  function Place() {
    const [tries, setTries] = useState(1);
    return (
      <ErrorBoundary resetOn={String(tries)} fallback={() => <button onClick={() => setTries(2)}>Again</button>}>
        <Part />
      </ErrorBoundary>
    );
  }
  show(<Place />);
  await press("Again");
  await expect.element(page.getByText("Here")).toBeVisible();
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

/** Shows `element` on the page until the test ends. Returns its container. */
function show(element: ReactNode): HTMLElement {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(() => (root.unmount(), container.remove()));
  flushSync(() => root.render(element));
  return container;
}
