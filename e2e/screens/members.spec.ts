/** Pictures of a member's screens: deck, matches, profile and shop, each full, empty, loading and broken. */
import { buy, change, match, orderOf, swipe, swipeAll } from "../acts";
import { controlConnection } from "../connection";
import { faultsOf } from "../faults";
import { expect, test } from "../fixtures";
import { addressOf } from "../mail";
import { decide, leave, longName, woman, type Member } from "../people";
import { shoot, shootShowing, stopTimers } from "./camera";

test.setTimeout(400_000);

test("the deck", async ({ people, ready }) => {
  const viewer = await people.member({ name: "Deck Diya", gender: "female" });
  const page = await people.openAs(viewer, "/swipe");
  await shootShowing(page.getByRole("button", { name: "Like", exact: true }), "swipe-1-card");
  await page
    .getByRole("button", { name: /^Report / })
    .first()
    .click();
  await shoot(page, "swipe-2-report");
  await page.keyboard.press("Escape");
  for (let left = 5; left > 0; left--) {
    await page.keyboard.press("ArrowLeft");
    if (left > 1) await expect(page.getByText(new RegExp(`^${String(left - 1)} swipes? left$`)).first()).toBeVisible();
  }
  await shootShowing(page.getByRole("heading", { name: "Out of swipes" }), "swipe-3-out");

  const anu = await people.member(woman("Alone Anu"));
  await swipeAll(ready, anu);
  const alone = await people.openAs(anu, "/swipe");
  await shootShowing(alone.getByRole("heading", { name: "No More Profiles" }), "swipe-4-empty");
  const gold = await people.member(woman("Golden Gauri", { bio: "Gold all over. ".repeat(9) }));
  await buy(ready, gold, "unlimited_swipes");
  await alone.getByRole("button", { name: "Refresh" }).click();
  await shootShowing(alone.getByRole("heading", { name: /Golden Gauri/ }), "swipe-5-gold");
  await buy(ready, gold, "vip_boost");
  await alone.reload();
  await shootShowing(alone.getByText("VIP").first(), "swipe-5-gold-vip");
  await leave(ready, gold);
  await buy(ready, await people.member(woman("Vivid Vidya", { age: 24 })), "vip_boost");
  await alone.reload();
  await shootShowing(alone.getByRole("heading", { name: /Vivid Vidya/ }), "swipe-5-vip");
});

test("the deck with a long name, without photos, and offline", async ({ people, ready }) => {
  const viewer = await people.member(woman("Broken Bina"));
  await swipeAll(ready, viewer);
  await people.member(woman(longName, { bio: "W".repeat(75) }));
  const page = await people.openAs(viewer, "/profile");
  await page.route(/\/api\/storage\//, (route) => route.abort());
  await page.goto("/swipe");
  await shootShowing(page.getByRole("heading", { name: /Wilhelmina/ }), "swipe-6-long-name-no-photo");
  await page.goto("/profile");
  await shootShowing(page.getByRole("heading", { name: /Broken Bina/ }), "profile-5-no-photo");

  const connection = await controlConnection(page);
  await page.goto("/swipe");
  await expect(page.getByRole("heading", { name: /Wilhelmina/ })).toBeVisible();
  await connection.cut();
  const offline = page.getByText(/^(No connection|Offline)\./);
  await expect(offline).toBeVisible();
  await shoot(page, "swipe-7-offline");
  await page.goto("/swipe");
  await expect(offline).toBeVisible();
  await shoot(page, "swipe-8-loaded-without-a-connection");
});

test("the deck and the matches while data is slow, and when it fails", async ({ people }) => {
  const me = await people.member(woman("Waiting Wafa"));
  const slow = await people.openAs(me, "/profile");
  const waiting = await faultsOf(slow, "waits");
  for (const name of ["swipes:deck", "matches:list", "matches:pendingLikes"]) waiting.add(name);
  await slow.goto("/swipe");
  await shootShowing(slow.getByRole("status", { name: "Loading profiles" }), "late-swipe");
  await slow.goto("/matches");
  await shootShowing(slow.getByRole("heading", { name: "Matches" }), "late-matches");
  waiting.add("profiles:me");
  await slow.goto("/profile");
  await shootShowing(slow.locator("[role=status][aria-label]").first(), "late-everything");

  const broken = await people.openAs(me, "/profile");
  const faults = await faultsOf(broken);
  for (const name of ["swipes:deck", "matches:list", "matches:pendingLikes"]) faults.add(name);
  for (const name of ["swipe", "matches"]) {
    await broken.goto(`/${name}`);
    await shootShowing(broken.getByRole("button", { name: "Try Again" }), `failed-${name}`);
  }
});

test("matches and pending likes", async ({ people, ready }) => {
  const me = await people.member(woman("Matching Mira"));
  // Some of the demo people like every newcomer.
  await swipeAll(ready, me);
  const page = await people.openAs(me, "/profile");
  // The popup closes by itself after six seconds.
  await stopTimers(page, 6000);
  await page.goto("/matches");
  await shootShowing(page.getByText("No matches yet"), "matches-1-empty");
  await page.getByRole("tab", { name: /Pending Likes/ }).click();
  await shootShowing(page.getByRole("tabpanel").getByRole("heading").first(), "matches-2-no-likes");

  const others = [];
  for (const [at, name] of ["Ishani", longName, "Leela 🎸 रानी", "ليلى"].entries()) {
    const email = addressOf("wall");
    others.push(await people.member({ ...woman(name, { age: 18 + at }), picture: at + 2, email }));
  }
  const [ishani, long, leela, layla] = others as [Member, Member, Member, Member];
  await buy(ready, leela, "unlimited_swipes");
  await buy(ready, leela, "vip_boost");
  await buy(ready, layla, "vip_boost");
  for (const other of [leela, long, layla]) await swipe(ready, other, me);
  await shootShowing(page.getByText(/Wilhelmina/).first(), "matches-3-likes", { fullPage: true });
  await match(ready, ishani, me);
  await shootShowing(page.getByRole("dialog"), "matches-4-moment");
  await page.keyboard.press("Escape");
  await swipe(ready, me, long);
  await shootShowing(
    page
      .getByRole("dialog")
      .getByText(/Wilhelmina/)
      .first(),
    "matches-5-moment-long-name",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /Pending Likes/ }).click();
  await page.getByRole("button", { name: "Accept Leela" }).click();
  await page.getByRole("button", { name: "View Matches" }).click();
  await shootShowing(page.getByText(/Wilhelmina/).first(), "matches-6-full", { fullPage: true });
  await page.getByRole("button", { name: "See the card of Ishani" }).click();
  await page.getByRole("button", { name: "Unmatch Ishani" }).click();
  await shoot(page, "matches-7-unmatch");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("dialog").getByRole("button", { name: "Unmatch" }).click();
  await shootShowing(page.getByText("Successfully unmatched"), "matches-8-unmatched", { toasts: true });
});

test("a member's own profile", async ({ people, ready }) => {
  const me = await people.member(woman("Profile Pari", { bio: "Here for the drummers, mostly. ".repeat(4) }));
  const page = await people.openAs(me, "/profile");
  await shootShowing(page.getByRole("heading", { name: /Profile Pari/ }), "profile-1-free", { fullPage: true });
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  await shoot(page, "profile-2-as-others");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await shoot(page, "profile-3-delete");
  await page.goto("/edit-profile");
  await expect(page.getByLabel("Bio")).toHaveValue(/drummers/);
  await shoot(page, "profile-4-edit", { fullPage: true });
  await buy(ready, me, "unlimited_swipes");
  await buy(ready, me, "vip_boost");
  await page.goto("/profile");
  await shootShowing(page.getByRole("img", { name: "Gold member" }).first(), "profile-6-gold-vip", { fullPage: true });
  await page.getByRole("button", { name: "Delete Account" }).click();
  await shootShowing(page.getByText("What you paid for goes too: Gold and VIP."), "profile-7-delete-what-was-bought");
  await page.keyboard.press("Escape");
  await change(ready, me, "Pari of the Pit");
  await shootShowing(page.getByText(/This is your new version/), "profile-8-waiting-change", { fullPage: true });
  await decide(ready, "Pari of the Pit", false, "This is a photo of a drum. Please show your face.");
  await shootShowing(page.getByText(/Your last change was not accepted/), "profile-8-refused-change", {
    fullPage: true,
  });
});

test("a name of sixty letters on its owner's screens", async ({ people }) => {
  const page = await people.openAs(await people.member(woman(longName)), "/profile");
  await shootShowing(page.getByRole("heading", { name: /Wilhelmina/ }), "long-1-profile");
  await page.getByRole("button", { name: "How I Look to Others" }).click();
  await shootShowing(page.getByRole("dialog"), "long-2-as-others");
  await page.goto("/upgrade");
  await shootShowing(page.getByRole("button", { name: "Upgrade Now" }), "long-3-upgrade");
});

test("the shop before, during and after a payment", async ({ people, ready }) => {
  const me = await people.member(woman("Buyer Bhavna"));
  const page = await people.openAs(me, "/upgrade");
  await shootShowing(page.getByRole("button", { name: "Upgrade Now" }), "upgrade-1", { fullPage: true });
  await page.getByRole("button", { name: /VIP Boost/ }).click();
  await shootShowing(page.getByRole("dialog"), "upgrade-2-modal");
  await page.keyboard.press("Escape");
  const unsure = await people.openAs(me, "/profile");
  const waiting = await faultsOf(unsure, "waits");
  for (const name of ["payments:verify", "payments:order"]) waiting.add(name);
  const order = await orderOf(ready, me, "unlimited_swipes");
  await unsure.goto(`/payment-success?order_id=${order}`);
  await shootShowing(unsure.getByRole("heading", { name: "Verifying your payment" }), "upgrade-3-verifying");
  await page.goto("/upgrade");
  await buy(ready, me, "unlimited_swipes");
  await shootShowing(page.getByRole("heading", { name: "You have Gold" }), "upgrade-4-owned", { fullPage: true });
  // Both screens continue after two seconds.
  await stopTimers(page, 2000);
  await page.goto(`/payment-success?order_id=${order}`);
  await shootShowing(page.getByRole("heading", { name: "Payment Successful!" }), "upgrade-5-success", { toasts: true });
  await page.goto("/payment-success?order_id=order_of_nobody");
  await shootShowing(page.getByRole("heading", { name: "Payment Verification Failed" }), "upgrade-6-failed", {
    toasts: true,
  });
});
