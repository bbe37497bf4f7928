import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, resize, showTo, stopClock } from "../../testing/page";
import { member } from "../../testing/people";

const question = page.getByRole("dialog", { name: "Delete your account?" });
const box = question.getByRole("textbox");
const forGood = question.getByRole("button", { name: "Delete for good" });
const signIn = page.getByRole("button", { name: "Sign In" });
const expired = page.getByText("Session expired. Please login again.");

test("only the exact phrase deletes the account, and once: 'Account deleted successfully'", async () => {
  await askToDelete();
  await expect.element(forGood).toBeDisabled();
  for (const typed of ["Delete my acc", "delete my acc ", "delete  my acc", "\u200bdelete my acc"]) {
    await box.fill(typed);
    await userEvent.keyboard("{Enter}");
    await expect.element(question.getByText('Please type "delete my acc" to confirm')).toBeVisible();
    await expect.element(forGood).toBeDisabled();
  }
  deployment.answer(api.auth.deleteAccount, endSession);
  await box.fill("delete my acc");
  await forGood.dblClick();
  await expect.element(page.getByText("Account deleted successfully")).toBeVisible();
  await expect.element(signIn).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
  await expect.element(expired).not.toBeInTheDocument();
  expect(deployment.calls(api.auth.deleteAccount)).toEqual([{ verificationText: "delete my acc" }]);
  expect(JSON.stringify(window.localStorage)).not.toMatch(/eyJ/);
});

test("a person with paid features reads that they lose them before deleting the account", async () => {
  await askToDelete({ isPremium: true, isVIP: true });
  await expect.element(question.getByText(/What you paid for goes too: Gold and VIP\./)).toBeVisible();
});

test("on an upright phone the keyboard does not push the field beyond the edge", async () => {
  await askToDelete();
  await resize(360, 300);
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(box.element().getBoundingClientRect().right).toBeLessThan(360);
});

test("if the account cannot be deleted, the person stays on the page and reads 'Failed to delete account'", async () => {
  await askToDelete();
  deployment.break(api.auth.deleteAccount);
  await box.fill("delete my acc");
  await forGood.click();
  await expect.element(page.getByText("Failed to delete account")).toBeVisible();
  await expect.element(box).toHaveValue("delete my acc");
  expect(window.location.pathname).toBe("/profile");
});

test("a deletion whose request is lost is done once the connection is back, and no expired session is reported", async () => {
  await askToDelete();
  stopClock();
  deployment.loseNext(api.auth.deleteAccount);
  await box.fill("delete my acc");
  await forGood.click();
  await expect.poll(() => deployment.isReachable).toBe(false);
  expect(deployment.calls(api.auth.deleteAccount)).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(page.getByText("Failed to delete account")).toBeVisible();

  deployment.answer(api.auth.deleteAccount, endSession);
  const wasExpiryShown = listenForExpiry();
  deployment.reconnect();
  await expect.element(signIn).toBeVisible();
  expect(deployment.calls(api.auth.deleteAccount)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(wasExpiryShown()).toBe(false);
});

test("a deletion whose answer is lost is confirmed once the connection is back, and cannot be sent twice", async () => {
  await askToDelete();
  stopClock();
  const answer = deployment.hold(api.auth.deleteAccount);
  await box.fill("delete my acc");
  await forGood.click();
  await expect.poll(() => deployment.calls(api.auth.deleteAccount)).toHaveLength(1);
  deployment.disconnect();
  answer.answer(endSession());
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(page.getByText("Failed to delete account")).toBeVisible();

  await expect.element(forGood).toBeDisabled();
  const wasExpiryShown = listenForExpiry();
  deployment.reconnect();
  await expect.element(page.getByText("Account deleted successfully")).toBeVisible();
  await expect.element(signIn).toBeVisible();
  expect(deployment.calls(api.auth.deleteAccount), "it was sent once").toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(wasExpiryShown()).toBe(false);
});

/** The state after a deletion: nobody is signed in. */
function endSession(): null {
  deployment.refuse(api.profiles.me, "UNAUTHENTICATED", "Not signed in");
  return null;
}

async function askToDelete(more: Parameters<typeof member>[0] = {}) {
  showTo(member(more), "/profile");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect.element(box).toBeVisible();
}

/** Returns a function: whether the page has since shown, even briefly, that a session expired. */
function listenForExpiry() {
  let isShown = false;
  const check = () => (isShown ||= document.body.textContent.includes("Session expired"));
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    check();
    observer.disconnect();
    return isShown;
  };
}
