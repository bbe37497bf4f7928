/** /swipe, demand by demand: specification 2 (/swipe), 4 (swipe, card drag, access), 8 and 9. */
import type { Locator, Page } from "@playwright/test";
import { call, handleOf, leave, type Member } from "../doors";
import { cable, expect, swipe, test, woman } from "./people";

test.describe("The card", () => {
  test("shows photo, name, age, bio, hobbies, drinking and smoking, and no handle anywhere in the page", async ({
    people,
  }) => {
    const shown = await people.member(
      woman("Carda Shown", { age: 24, bio: "Left of the sound desk.", hobbies: ["Chess ♟️"] }),
    );
    const page = await people.seat(await people.member(woman("Carda Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: "Carda Shown, 24" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Photo of Carda Shown" })).toBeVisible();
    await expect(page.getByText("Left of the sound desk.")).toBeVisible();
    await expect(page.getByText("Chess")).toBeVisible();
    await expect(page.getByText("Drinking: Socially")).toBeAttached();
    await expect(page.getByText("Smoking: Never")).toBeAttached();
    for (const secret of [handleOf(shown.name), shown.email, "9876543210"]) {
      expect(await page.content()).not.toContain(secret);
    }
  });

  test("is at most 350 by 500 px where there is room", async ({ people }) => {
    await people.member(woman("Sized Shown"));
    const page = await people.seat(await people.member(woman("Sized Viewer")), "/swipe");
    await page.setViewportSize({ width: 1440, height: 900 });
    const box = await topCard(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(350);
    expect(box?.height).toBeLessThanOrEqual(500);
  });

  test("has a drawn silhouette when its photo does not load", async ({ people }) => {
    await people.member(woman("Broken Shown"));
    const page = await people.seat(await people.member(woman("Broken Viewer")), "/profile");
    await page.route("**/api/photos/**", (route) => route.abort());
    await page.goto("/swipe");
    await expect(page.getByRole("img", { name: "Broken Shown (the photo did not load)" })).toBeVisible();
  });

  test("is taken by the buttons and by the arrow keys: left is Dislike, right is Like", async ({ people, ready }) => {
    const four: Member[] = [];
    for (const name of ["Keys Alpha", "Keys Beta", "Keys Gamma", "Keys Delta"])
      four.push(await people.member(woman(name)));
    const page = await people.seat(await people.member(woman("Keys Viewer")), "/swipe");
    const liked: string[] = [];
    for (const [n, act] of [
      () => page.getByRole("button", { name: "Like", exact: true }).click(),
      () => page.getByRole("button", { name: "Dislike" }).click(),
      () => page.keyboard.press("ArrowRight"),
      () => page.keyboard.press("ArrowLeft"),
    ].entries()) {
      const name = await topName(page);
      if (n % 2 === 0) liked.push(name);
      await act();
      await expect(page.getByText(`${4 - n} of 5`, { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: new RegExp(`^${name}`) })).toBeHidden();
    }
    await expect
      .poll(async () => {
        const likers = await Promise.all(four.map(async (one) => ((await likesOf(one)).length > 0 ? one.name : "")));
        return likers.filter((name) => name !== "").sort();
      })
      .toEqual(liked.sort());

    async function likesOf({ token }: { token: string }) {
      const answer = await call(ready, "query", "matches:pendingLikes", {}, token);
      return answer.status === "success" ? (answer.value as unknown[]) : [];
    }
  });

  test("decided with a double click leaves alone: the one under it stays", async ({ people, ready }) => {
    for (const name of ["Twice Alpha", "Twice Beta", "Twice Gamma"]) await people.member(woman(name));
    const viewer = await people.member(woman("Twice Viewer"));
    const page = await people.seat(viewer, "/swipe");
    for (const [left, button] of [
      [4, "Dislike"],
      [3, "Like"],
    ] as const) {
      const name = await topName(page);
      await page.getByRole("button", { name: button, exact: true }).dblclick();
      await expect(page.getByText(`${left} of 5`, { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: new RegExp(`^${name}`) })).toBeHidden();
    }
    const me = await call(ready, "query", "profiles:me", {}, viewer.token);
    expect(me).toMatchObject({ value: { swipesRemaining: 3 } });
  });

  test("let go after more than 100 px it is decided, after less and slowly it snaps back", async ({ people }) => {
    for (const name of ["Drag Alpha", "Drag Beta", "Drag Gamma"]) await people.member(woman(name));
    const page = await people.seat(await people.member(woman("Drag Viewer")), "/swipe");
    const first = await topName(page);
    await drag(page, 60);
    await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeVisible();
    await drag(page, 140);
    await expect(page.getByText("4 of 5", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: new RegExp(`^${first}`) })).toBeHidden();
    await drag(page, -140);
    await expect(page.getByText("3 of 5", { exact: true })).toBeVisible();
  });

  test("shows the stamps LIKE and NOPE while it is dragged", async ({ people }) => {
    await people.member(woman("Stamp Shown"));
    const page = await people.seat(await people.member(woman("Stamp Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: /^Stamp Shown/ })).toBeVisible();
    for (const [by, stamp, other] of [
      [90, "LIKE", "NOPE"],
      [-90, "NOPE", "LIKE"],
    ] as const) {
      await hold(page, by);
      await expect.poll(() => inkOf(page, stamp)).toBeGreaterThan(0.5);
      expect(await inkOf(page, other)).toBeLessThan(0.1);
      await page.mouse.move(195, 300, { steps: 12 });
      await page.waitForTimeout(120);
      await page.mouse.up();
    }
    await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
  });

  test("comes back with the reason when its swipe is refused, and the swipe is not counted", async ({
    people,
    ready,
  }) => {
    const gone = await people.member(woman("Vanished Shown"));
    const page = await people.seat(await people.member(woman("Vanished Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: /^Vanished Shown/ })).toBeVisible();
    await leave(ready, gone);
    await page.getByRole("button", { name: "Like", exact: true }).click();
    await expect(page.getByText("Failed to process swipe")).toBeVisible();
    await page.getByRole("link", { name: /Profile/ }).click();
    await expect(page.getByRole("meter", { name: "Daily Swipes" })).toHaveAttribute("aria-valuetext", "5 of 5");
  });
});

test.describe("The deck", () => {
  test("shows its skeleton while it loads", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Skeleton Viewer")), "/profile");
    const line = await cable(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await line.cut();
    await page.getByRole("link", { name: /Swipe/ }).click();
    await expect(page.getByRole("status", { name: "Loading profiles" })).toBeVisible();
    line.mend();
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible({ timeout: 20_000 });
  });

  test("is 'No More Profiles' when it is empty, and Refresh finds who arrived", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Empty Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No more profiles available right now")).toBeVisible();
    await people.member(woman("Empty Arrival"));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("heading", { name: /^Empty Arrival/ })).toBeVisible();
  });

  test("asks again by itself after the last card", async ({ people }) => {
    await people.member(woman("Last Alpha"));
    const page = await people.seat(await people.member(woman("Last Viewer")), "/swipe");
    await expect(page.getByRole("heading", { name: /^Last Alpha/ })).toBeVisible();
    await people.member(woman("Last Beta"));
    await page.getByRole("button", { name: "Dislike" }).click();
    await expect(page.getByRole("heading", { name: /^Last Beta/ })).toBeVisible();
  });

  test("deals whoever liked me first, and nobody twice", async ({ people, ready }) => {
    const viewer = await people.member(woman("First Viewer"));
    for (const name of ["First Alpha", "First Beta", "First Gamma"]) await people.member(woman(name));
    await swipe(ready, await people.member(woman("First Liker")), viewer);
    const page = await people.seat(viewer, "/swipe");
    const seen: string[] = [];
    for (let n = 0; n < 4; n++) {
      seen.push(await topName(page));
      await page.getByRole("button", { name: "Dislike" }).click();
      await expect(page.getByText(`${4 - n} of 5`, { exact: true })).toBeVisible();
    }
    expect(seen[0]).toBe("First Liker");
    expect(new Set(seen).size).toBe(4);
    await page.reload();
    await expect(page.getByRole("heading", { name: "No More Profiles" })).toBeVisible();
  });
});

test.describe("Five swipes a day", () => {
  test("the sixth card is the out-of-swipes panel with the countdown and the way to /upgrade", async ({
    people,
    ready,
  }) => {
    const viewer = await people.member(woman("Fifth Viewer"));
    for (let n = 0; n < 6; n++) {
      const other = await people.member(woman(`Fifth ${"ABCDEF"[n] ?? ""}`));
      if (n < 5) await swipe(ready, viewer, other, n % 2 === 0);
    }
    const page = await people.seat(viewer, "/swipe");
    await expect(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
    await expect(page.getByText(/^\d+h \d+m$/)).toBeVisible();
    await expect(page.getByRole("main").locator('a[href="/upgrade"]')).toBeVisible();
    await page.getByRole("link", { name: "See who likes you" }).click();
    await expect(page.getByRole("tab", { name: "Pending Likes (0)" })).toHaveAttribute("aria-selected", "true");
    await page.goto("/profile");
    await expect(page.getByRole("meter", { name: "Daily Swipes" })).toHaveAttribute("aria-valuetext", "0 of 5");
  });

  test("with none left whoever tries to swipe, by button or by key, sees the upgrade modal", async ({
    people,
    ready,
  }) => {
    const viewer = await people.member(woman("Sixth Viewer"));
    for (const letter of "ABCDE") await swipe(ready, viewer, await people.member(woman(`Sixth ${letter}`)));
    const page = await people.seat(viewer, "/swipe");
    await expect(page.getByRole("heading", { name: "Out of swipes" })).toBeVisible();
    const modal = page.getByRole("dialog", { name: "Upgrade your festival" });
    const tries = [
      () => page.getByRole("button", { name: "Like", exact: true }).click(),
      () => page.getByRole("button", { name: "Dislike" }).click(),
      () => page.keyboard.press("ArrowRight"),
    ];
    for (const attempt of tries) {
      await attempt();
      await expect(modal).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(modal).toBeHidden();
    }
  });
});

function topCard(page: Page): Locator {
  return page
    .getByRole("main")
    .locator("[aria-hidden=false]")
    .filter({ has: page.getByRole("heading") });
}

/** Who lies on top: what a screen reader is told of every new card. */
async function topName(page: Page): Promise<string> {
  const top = page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
  await expect(top).toBeVisible({ visible: true });
  return ((await top.innerText()).split(",")[0] ?? "").trim();
}

/** Presses on the card and moves it, slowly at the end, so that the distance alone decides. */
async function hold(page: Page, by: number) {
  await page.mouse.move(195, 300);
  await page.mouse.down();
  await page.mouse.move(195 + by, 300, { steps: 12 });
}

async function drag(page: Page, by: number) {
  await topName(page);
  await hold(page, by);
  await page.waitForTimeout(120);
  await page.mouse.up();
}

async function inkOf(page: Page, stamp: string): Promise<number> {
  return topCard(page)
    .getByText(stamp, { exact: true })
    .evaluate((element) => Number(getComputedStyle(element).opacity));
}
