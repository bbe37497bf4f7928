import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { answerDashboard } from "../features/moderator/desk.testing";
import type { Fn } from "../testing/fakeDeployment";
import { deployment, heading, show, showTo, showToModerator, stopClock } from "../testing/page";
import { applicant, card, deck, match, member, newcomer, type Me } from "../testing/people";

const ribbon = page.getByText("No connection. Trying again…");
const button = (name: string) => page.getByRole("button", { name });
type Shown = ReturnType<typeof heading>;

/** What each screen shows once it has loaded, with a connection and after losing it. */
const screens: [who: string, path: string, open: (path: string) => void, shown: Shown][] = [
  ["a visitor", "/auth", show, button("Send OTP")],
  ["a visitor", "/contact", show, button("Send Message")],
  ["a visitor", `/reset-password/${"0".repeat(64)}`, show, button("Reset Password")],
  ["a visitor", "/moderator/login", show, button("Sign In")],
  ["a person without a profile", "/create-profile", as(newcomer()), button("Create Profile")],
  ["an applicant", "/moderation-pending", as(applicant()), heading("Profile Under Review")],
  ["a member", "/swipe", as(member()), heading("Ravi, 22")],
  ["a member", "/matches", as(member()), heading("Kabir, 22")],
  ["a member", "/profile", as(member()), button("Sign Out")],
  ["a member", "/edit-profile", as(member()), button("Update Profile")],
  ["a member", "/upgrade", as(member()), button("Upgrade Now")],
  ["a moderator", "/moderator/dashboard", showToModerator, heading("Moderator Dashboard")],
];

for (const [who, path, open, shown] of screens) {
  test(`${who} at ${path} reads that there is no connection, before and after loading, and stays there`, async () => {
    stopClock();
    answerDashboard({});
    deployment.answer(api.swipes.deck, deck(card("Ravi")));
    deployment.answer(api.matches.list, [match("Kabir")]);
    deployment.disconnect();
    open(path);
    await isCut();
    deployment.reconnect();
    await expect.element(ribbon).not.toBeInTheDocument();
    await expect.element(shown).toBeVisible();
    deployment.disconnect();
    await isCut();
    await expect.element(shown, { message: "the screen stays" }).toBeVisible();
    expect(window.location.pathname).toBe(path);
  });
}

test("a connection lost for 1.4 s is not reported", async () => {
  stopClock();
  showTo(member(), "/profile");
  await expect.element(button("Sign Out")).toBeVisible();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(1_400);
  deployment.reconnect();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(ribbon).not.toBeInTheDocument();
});

test("an unmatch offline fails, says so, and is not sent later", async () => {
  stopClock();
  deployment.answer(api.matches.list, [match("Ravi")]);
  deployment.answer(api.matches.unmatch, null);
  showTo(member(), "/matches");
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.disconnect();
  await unmatchRavi();
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(page.getByText("Failed to unmatch. You are offline. Nothing was sent.")).toBeVisible();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.reconnect();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deployment.calls(api.matches.unmatch), "nothing waits for the network").toEqual([]);
  await unmatchRavi();
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
});

test("a report cancelled on a silent connection is never sent, even when the connection recovers", async () => {
  await openReport();
  deployment.silence();
  await button("Submit Report").click();
  await vi.advanceTimersByTimeAsync(2_000);
  await button("Cancel").click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await isNeverSent(api.reports.file);
});

test("a report on a silent connection says after 8 s that nothing was sent, and keeps what was typed", async () => {
  await openReport();
  deployment.silence();
  await button("Submit Report").click();
  await vi.advanceTimersByTimeAsync(8_000);
  await expect
    .element(page.getByText("Failed to submit report. Please try again. You are offline. Nothing was sent."))
    .toBeVisible();
  await expect.element(page.getByLabelText("Reason")).toHaveValue("Rude.");
  await isNeverSent(api.reports.file);
});

test("a browser without a network refuses an act at once, even while the socket is still open", async () => {
  await openReport();
  const spy = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => spy.mockRestore());
  await button("Submit Report").click();
  await expect.element(page.getByText(/Nothing was sent\./)).toBeVisible();
  spy.mockReturnValue(true);
  await isNeverSent(api.reports.file);
});

test("an act whose connection breaks says that it may have arrived, and after the reconnect that it has", async () => {
  stopClock();
  deployment.answer(api.matches.list, [match("Ravi")]);
  deployment.answer(api.matches.unmatch, null);
  showTo(member(), "/matches");
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.loseNext(api.matches.unmatch);
  await unmatchRavi();
  await expect.poll(() => deployment.isReachable).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(page.getByText(/It may have arrived\. We'll tell you when you're back\./)).toBeVisible();
  deployment.reconnect();
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
});

async function unmatchRavi() {
  await button("See the card of Ravi").click();
  await button("Unmatch Ravi").click();
  await page.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
}

function as(me: Me) {
  return (path: string) => showTo(me, path);
}

/** Opens a filled-in report form, with the clock stopped. */
async function openReport() {
  stopClock();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  deployment.answer(api.reports.file, null);
  showTo(member(), "/swipe");
  await button("Report Ravi").click();
  await page.getByLabelText("Reason").fill("Rude.");
}

async function isNeverSent(fn: Fn) {
  deployment.resume();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(deployment.calls(fn)).toEqual([]);
}

async function isCut() {
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(ribbon).toBeVisible();
}
