import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { press } from "../testing/page";
import { lazyDialog } from "./lazyDialog";
import { Toasts } from "./Toasts";

test("a dialog whose script does not load leaves the screen, says so, and opens with the next press", async () => {
  let loads = 0;
  const { Part: Question } = lazyDialog<{ onClose: () => void }>(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new TypeError("offline")) : Promise.resolve(() => <p>The question</p>);
  });
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <Toasts />
        <button onClick={() => setOpen(true)}>Ask</button>
        {isOpen && <Question onClose={() => setOpen(false)} />}
      </>
    );
  }
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(() => (root.unmount(), container.remove()));
  root.render(<Screen />);
  await press("Ask");
  await expect.element(page.getByText("This did not open. Check your connection and try again.")).toBeVisible();
  await press("Ask");
  await expect.element(page.getByText("The question")).toBeVisible();
});
