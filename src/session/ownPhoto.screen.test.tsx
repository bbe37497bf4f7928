import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { deployment, reload, showTo, stopClock } from "../testing/page";
import { member } from "../testing/people";

test("a member sees their own photo after a reload offline", async () => {
  const picture = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>'], {
    type: "image/svg+xml",
  });
  const url = URL.createObjectURL(picture);
  const me = member({ photoURL: url });
  stopClock();
  deployment.answer(api.matches.list, []);
  deployment.answer(api.chat.threads, []);
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
