import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/page";

const YEAR = 365 * 86_400_000;

test("a phone whose clock is a year ahead can sign up, and reads no goodbye", async () => {
  const serverTime = Date.now();
  const realFetch = window.fetch;
  vi.spyOn(Date, "now").mockImplementation(() => serverTime + YEAR);
  vi.spyOn(window, "fetch").mockImplementation((url, init) =>
    init?.method === "HEAD"
      ? Promise.resolve(new Response(null, { headers: { date: new Date(serverTime).toUTCString() } }))
      : realFetch(url, init),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  show("/auth");
  await expect.element(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  show("/");
  await expect.element(page.getByRole("heading", { name: "Find your festival match" })).toBeVisible();
});
