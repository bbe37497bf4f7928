import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LoadError } from "./LoadError";

const tryAgain = page.getByRole("button", { name: "Try Again" });

test("a screen that could not be loaded offline says so, and loads once the network is back", async () => {
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
  const loadAgain = showError();
  await expect.element(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect.element(tryAgain, { message: "a reload offline would lose the page" }).not.toBeInTheDocument();
  expect(loadAgain).not.toHaveBeenCalled();
  // Repeated until the screen listens.
  const goOnline = () => (window.dispatchEvent(new Event("online")), loadAgain.mock.calls);
  await expect.poll(goOnline).toHaveLength(1);
});

test("a screen that could not be loaded online has a button to try again", async () => {
  const loadAgain = showError();
  await expect.element(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
  await tryAgain.click();
  expect(loadAgain).toHaveBeenCalledOnce();
});

function showError() {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const loadAgain = vi.fn();
  root.render(<LoadError onTryAgain={loadAgain} />);
  onTestFinished(() => (root.unmount(), container.remove()));
  return loadAgain;
}
