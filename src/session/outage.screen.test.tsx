import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { answerDashboard } from "../features/moderator/desk.testing";
import { deployment, show, showTo, showToModerator, stopClock } from "../testing/page";
import { applicant, card, deck, match, member, newcomer, type Me } from "../testing/people";

const ribbon = page.getByText("No connection. Trying again…");
const button = (name: string) => page.getByRole("button", { name });
const heading = (name: string | RegExp) => page.getByRole("heading", { name });
type Shown = ReturnType<typeof heading>;

/** What is on each screen once it is there, without a deployment or with one. */
const screens: [who: string, path: string, open: (path: string) => void, shown: Shown][] = [
  ["a visitor", "/auth", show, button("Send OTP")],
  ["a visitor", "/contact", show, button("Send Message")],
  ["a visitor", `/reset-password/${"0".repeat(64)}`, show, button("Reset Password")],
  ["a visitor", "/moderator/login", show, button("Sign In")],
  ["somebody without a profile", "/create-profile", as(newcomer()), button("Create Profile")],
  ["somebody who waits", "/moderation-pending", as(applicant()), heading("Profile Under Review")],
  ["a member", "/swipe", as(member()), heading("Ravi, 22")],
  ["a member", "/matches", as(member()), heading("Kabir, 22")],
  ["a member", "/profile", as(member()), button("Sign Out")],
  ["a member", "/edit-profile", as(member()), button("Update Profile")],
  ["a member", "/upgrade", as(member()), button("Upgrade Now")],
  ["a moderator", "/moderator/dashboard", showToModerator, heading("Moderator Dashboard")],
];

for (const [who, path, open, shown] of screens) {
  test(`${who} at ${path} is told that there is no connection, before it has loaded and later, and sent nowhere`, async () => {
    stopClock();
    answerDashboard({});
    deployment.answer(api.swipes.deck, deck(card("Ravi")));
    deployment.answer(api.matches.list, [match("Kabir")]);
    deployment.answer(api.matches.pendingLikes, []);
    deployment.answer(api.profiles.waiting, null);
    deployment.disconnect();
    open(path);
    await isCut();
    for (let again = 0; again < 2; again++) {
      deployment.reconnect();
      await expect.element(ribbon).not.toBeInTheDocument();
      await expect.element(shown).toBeVisible();
      expect(window.location.pathname).toBe(path);
      deployment.disconnect();
      await isCut();
      await expect.element(shown, { message: "the screen stays" }).toBeVisible();
      expect(window.location.pathname).toBe(path);
    }
  });
}

test("a blink of the network is not told", async () => {
  stopClock();
  showTo(member(), "/profile");
  await expect.element(button("Sign Out")).toBeVisible();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(1_400);
  deployment.reconnect();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(ribbon).not.toBeInTheDocument();
});

test("a match that is ended, and a like that is answered, out of reach", async () => {
  stopClock();
  const ravi = match("Ravi");
  deployment.answer(api.matches.list, [ravi]);
  deployment.answer(api.matches.pendingLikes, [card("Kabir")]);
  deployment.answer(api.matches.unmatch, null);
  showTo(member(), "/matches");
  const unmatch = async () => {
    await button("Unmatch Ravi").click();
    await page.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  };
  await expect.element(heading("Ravi, 22")).toBeVisible();
  deployment.disconnect();
  await unmatch();
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(page.getByText("Failed to unmatch. You are offline.")).toBeVisible();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(deployment.calls(api.matches.unmatch)).toEqual([]);
  deployment.reconnect();
  await unmatch();
  await expect.element(page.getByText("Successfully unmatched")).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);

  await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
  deployment.answer(api.matches.respond, () => {
    deployment.answer(api.matches.pendingLikes, []);
    return { match: false } as const;
  });
  deployment.disconnect();
  await button("Reject Kabir").click();
  await expect.element(heading("No pending likes"), { message: "it leaves at once" }).toBeVisible();
  expect(deployment.calls(api.matches.respond), "and waits for the network").toEqual([]);
  deployment.reconnect();
  await expect.element(page.getByText("Like rejected")).toBeVisible();
});

function as(me: Me) {
  return (path: string) => showTo(me, path);
}

async function isCut() {
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(ribbon).toBeVisible();
}
