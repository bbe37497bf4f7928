import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { deployment, show, showTo } from "../testing/page";
import { card, deck, member } from "../testing/people";

const DAY = 86_400_000;

test("a phone whose clock is a year ahead can sign up, and reads no goodbye", async () => {
  setPhoneClock(365 * DAY);
  show("/auth");
  await expect.element(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  show("/");
  await expect.element(page.getByRole("heading", { name: "Find your festival match" })).toBeVisible();
});

test("on a phone whose clock is a day behind, a member out of swipes reads when there are more", async () => {
  const resetAt = Date.now() + 3 * 3_600_000;
  setPhoneClock(-DAY);
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member({ swipesRemaining: 0, swipesResetAt: resetAt }), "/swipe");
  await expect.element(page.getByText(/^3h [01]m$/)).toBeVisible();
});

/** Sets the phone's clock ahead of the server's, by milliseconds. */
function setPhoneClock(ahead: number) {
  const { fetch: realFetch } = window;
  const serverTime = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => serverTime + ahead);
  vi.spyOn(window, "fetch").mockImplementation((url, init) =>
    init?.method === "HEAD"
      ? Promise.resolve(new Response(null, { headers: { date: new Date(serverTime).toUTCString() } }))
      : realFetch(url, init),
  );
  onTestFinished(() => void vi.restoreAllMocks());
}
