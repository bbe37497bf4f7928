/** Notifications on a device: asked for once, and gone with the sign-out. The way from a match to a tap: e2e/chat.spec.ts. */
import { expect, test } from "./fixtures";
import { pushTo, shown, subscribable } from "./notifications";
import { woman } from "./people";

test.use({ serviceWorkers: "allow", notifies: true });

test("a member who turns notifications on gets them on this device, and a signed-out phone shows none", async ({
  people,
  ready,
}) => {
  const asha = await people.member(woman("Asha Away"));
  const page = await people.seat(asha, "/terms");
  await subscribable(page, ready, asha);
  await page.goto("/matches");
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByRole("heading", { name: "Want to know when you match?" })).toBeHidden();
  await page.goto("/profile");
  await expect(page.getByRole("switch", { name: "On this device" })).toBeChecked();
  const deliver = await pushTo(page, ready);
  await page.goto("about:blank");
  await deliver(
    JSON.stringify({ title: "You have new likes", body: "See who.", tag: "likes", path: "/matches?tab=likes" }),
  );

  await page.goto("/profile");
  await expect.poll(() => shown(page)).toEqual([{ title: "You have new likes", path: "/matches?tab=likes" }]);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => shown(page)).toEqual([]);
});
