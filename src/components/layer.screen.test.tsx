import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { toast } from "../lib/toast";
import { deployment, press, pressTwice, resize, showTo } from "../testing/page";
import { match, member } from "../testing/people";

const card = page.getByRole("dialog", { name: "You and Ravi" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("while a dialog is open, the page behind it cannot be used, read or scrolled; the toasts can", async () => {
  await openMatches();
  // The test browser's scroll bars have no width.
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(window.innerWidth - 15);
  onTestFinished(() => void vi.restoreAllMocks());
  toast.error("Nothing was sent.");
  await expect.element(page.getByText("Nothing was sent.")).toBeVisible();
  await press("See the card of Ravi");
  await expect.element(card).toBeVisible();
  await expect.element(button("See the card of Kabir")).not.toBeInTheDocument();
  const behind = document.querySelector<HTMLElement>("main a, main button")!;
  behind.focus();
  expect(card.element().contains(document.activeElement)).toBe(true);
  expect(document.documentElement).toHaveStyle({ overflow: "hidden", scrollbarGutter: "stable" });
  expect(page.getByText("Nothing was sent.").element().closest("[inert]")).toBeNull();

  await userEvent.keyboard("{Escape}");
  await expect.element(button("See the card of Ravi")).toHaveFocus();
  expect(document.documentElement).toHaveStyle({ overflow: "visible", scrollbarGutter: "auto" });
});

test("Tab and Shift+Tab wrap around inside a dialog", async () => {
  await openMatches();
  await press("See the card of Ravi");
  const close = card.getByRole("button", { name: "Close" });
  await expect.element(close).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(close).not.toHaveFocus();
  expect(card.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Tab}");
  await expect.element(close).toHaveFocus();
});

test("a press beside a dialog closes it; a text selected beyond its edge does not", async () => {
  await openMatches();
  await press("See the card of Ravi");
  await expect.element(card).toBeVisible();
  const overlay = card.element().previousElementSibling!;
  // The browser reports such a press at the element that contains both ends.
  overlay.parentElement!.click();
  await expect.element(card).toBeVisible();
  await userEvent.click(overlay, { position: { x: 5, y: 5 } });
  await expect.element(card).not.toBeInTheDocument();
});

test("the second press of a double press does not close the dialog that the first one opened", async () => {
  await resize(1440, 900);
  showTo(member(), "/profile");
  const question = page.getByRole("dialog", { name: "Delete your account?" });
  await pressTwice(button("Delete Account"), async () => {
    await expect.element(question).toBeVisible();
  });
  await userEvent.keyboard("{Tab}");
  expect(question.element().contains(document.activeElement)).toBe(true);
});

test("a question that replaces a dialog returns the focus to where it was before both", async () => {
  await openMatches();
  await press("See the card of Ravi");
  await press("Unmatch Ravi");
  const question = page.getByRole("dialog", { name: /Ravi/ });
  await expect.element(question.getByRole("button", { name: "Keep" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("See the card of Ravi")).toHaveFocus();
});

async function openMatches() {
  deployment.answer(api.matches.list, [match("Ravi"), match("Kabir")]);
  showTo(member(), "/matches");
  await expect.element(button("See the card of Ravi")).toBeVisible();
}
