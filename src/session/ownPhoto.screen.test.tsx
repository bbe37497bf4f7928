import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { NETWORK_FREE_DELAY } from "../lib/freeNetwork";
import { deployment, reload, showTo, stopClock } from "../testing/page";
import { card, deck, member } from "../testing/people";

test("a member sees their own photo after a reload offline", async () => {
  const picture = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>'], {
    type: "image/svg+xml",
  });
  const url = URL.createObjectURL(picture);
  const me = member({ photoURL: url });
  stopClock();
  showTo(me, "/profile");
  const own = page.getByRole("img", { name: "Photo of Asha" });
  await expect.element(own).toBeVisible();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(JSON.stringify({ ...window.localStorage })).toContain("data:image/svg+xml;base64");
  });

  URL.revokeObjectURL(url);
  deployment.disconnect();
  reload();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(own).toHaveAttribute("src", expect.stringMatching(/^data:image\/svg/));
});

test("a member's own photo is fetched for use offline after what the screen shows", async () => {
  const url = URL.createObjectURL(new Blob(["photo"]));
  const fetched = vi.spyOn(window, "fetch");
  onTestFinished(() => fetched.mockRestore());
  const times = () => fetched.mock.calls.filter(([address]) => address === url).length;
  stopClock();
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member({ photoURL: url }), "/swipe");
  await expect.element(page.getByRole("heading", { name: "Ravi" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(NETWORK_FREE_DELAY - 100);
  expect(times()).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(times).toBe(1);
});
