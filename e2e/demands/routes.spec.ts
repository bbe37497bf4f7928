/** Routes and guards, demand by demand: specification 2, 4 (access), 6. */
import { decide } from "../doors";
import { signInModerator } from "../fixtures";
import { cable, expect, test } from "./people";

const guarded = [
  "/swipe",
  "/matches",
  "/profile",
  "/edit-profile",
  "/upgrade",
  "/payment-success?order_id=order_1",
  "/moderation-pending",
];

test.describe("/", () => {
  test("shows the brand, the festival's badge, three blurbs and the footer's links with this year", async ({
    page,
  }) => {
    await page.goto("/");
    for (const blurb of ["Smart Matching", "Festival Vibes", "Safe & Secure"]) {
      await expect(page.getByRole("heading", { name: blurb })).toBeVisible();
    }
    await expect(page.getByText(/2025/).first()).toBeVisible();
    const footer = page.getByRole("contentinfo");
    for (const path of ["/about", "/faq", "/contact", "/terms", "/privacy", "/refund-cancellation"]) {
      await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
    }
    await expect(footer.locator('a[href^="https://"]')).toBeVisible();
    await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  });

  test("Get Started leads a visitor to /auth, and there is no Profile link", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Profile" })).toBeHidden();
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  test("Get Started leads a member to /swipe, and the header has a Profile link", async ({ people }) => {
    const page = await people.seat(await people.member({ name: "Landing Bose", gender: "female" }), "/");
    await expect(page.getByRole("link", { name: "Profile" })).toBeVisible();
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await expect(page).toHaveURL(/\/swipe$/);
  });
});

test("/explore is /swipe, and /login is /auth ready to sign in", async ({ page, people }) => {
  await page.goto("/login");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  const member = await people.seat(await people.member({ name: "Explore Nair", gender: "female" }), "/explore");
  await expect(member).toHaveURL(/\/swipe$/);
});

test("an unknown path has a page of its own with a way on", async ({ page }) => {
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).not.toHaveURL(/no-such-page/);
});

test.describe("The guard", () => {
  test("a visitor at any guarded route comes to /auth", async ({ page }) => {
    for (const path of [...guarded, "/create-profile"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/auth$/);
    }
  });

  test("somebody without a profile comes to /create-profile", async ({ people }) => {
    const page = await people.seat(await people.account("Newcomer"));
    for (const path of ["/swipe", "/matches", "/moderation-pending", "/auth"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/create-profile$/);
    }
  });

  test("a pending user is let through to nothing but /moderation-pending", async ({ people }) => {
    const page = await people.seat(await people.applicant({ name: "Pending Sen", gender: "female" }));
    for (const path of [...guarded, "/create-profile", "/auth"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/moderation-pending$/);
    }
    await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page, "who waits may ask, and read the terms").toHaveURL(/\/contact$/);
  });

  test("a rejected person sees 'Profile Rejected' with the reason, and after 3 s is at /auth with nothing stored", async ({
    people,
    ready,
  }) => {
    const page = await people.seat(await people.applicant({ name: "Rejected Gill", gender: "female" }));
    await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
    await decide(ready, "Rejected Gill", false, "The face cannot be seen.");
    await expect(page.getByRole("heading", { name: "Profile Rejected" })).toBeVisible();
    await expect(page.getByText("The face cannot be seen.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole("heading", { name: "Create Account" }), "they may sign up again").toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/eyJ/);
  });

  test("a member at /create-profile comes to /profile, and at /moderation-pending to /swipe", async ({ people }) => {
    const page = await people.seat(await people.member({ name: "Settled Roy", gender: "female" }), "/create-profile");
    await expect(page).toHaveURL(/\/profile$/);
    await page.goto("/moderation-pending");
    await expect(page).toHaveURL(/\/swipe$/);
  });

  test("nobody gets to the moderators' dashboard but moderators, and a moderator is no attendee", async ({
    page,
    ready,
  }) => {
    await page.goto("/moderator/dashboard");
    await expect(page).toHaveURL(/\/moderator\/login$/);
    await signInModerator(ready, page);
    await page.goto("/swipe");
    await expect(page, "the two are apart in one browser").toHaveURL(/\/auth$/);
    await page.goto("/moderator/dashboard");
    await expect(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  });

  test("while the server cannot be reached the screen stays, says so, and recovers by itself", async ({ people }) => {
    const page = await people.seat(await people.member({ name: "Tunnel Das", gender: "female" }), "/profile");
    const line = await cable(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await line.cut();
    await expect(page.getByText("No connection. Trying again…")).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    line.mend();
    await expect(page.getByText("No connection. Trying again…")).toBeHidden({ timeout: 20_000 });
    await expect(page).toHaveURL(/\/profile$/);
  });
});

test.describe("The bottom navigation", () => {
  test("has Swipe, Matches and Profile, and marks where one is", async ({ people }) => {
    const page = await people.seat(await people.member({ name: "Tabs Kaur", gender: "female" }), "/swipe");
    const bar = page.getByRole("navigation", { name: "Main" });
    for (const [name, path] of [
      ["Matches", "/matches"],
      ["Profile", "/profile"],
      ["Swipe", "/swipe"],
    ] as const) {
      await bar.getByRole("link", { name: new RegExp(name) }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(bar.getByRole("link", { name: new RegExp(name) })).toHaveAttribute("aria-current", "page");
    }
  });

  test("is hidden for visitors, at /create-profile, while waiting and for moderators", async ({ page, people }) => {
    for (const path of ["/", "/auth", "/terms", "/moderator/login"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    }
    const newcomer = await people.seat(await people.account("Barless"));
    await expect(newcomer.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(newcomer.getByRole("navigation", { name: "Main" })).toBeHidden();
    const waiting = await people.seat(await people.applicant({ name: "Barless Two", gender: "female" }));
    await expect(waiting.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
    await expect(waiting.getByRole("navigation", { name: "Main" })).toBeHidden();
  });
});
