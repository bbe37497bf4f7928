/**
 * Pictures of every route and of the states that a person meets, to be looked at: `screens/<looks>/<name>.png`. They
 * assert nothing but that the screen is there.
 */
import type { Page } from "@playwright/test";
import { makeApplicant, makeMember, type Member } from "../doors";
import { expect, signIn, signInModerator, test, type Person } from "../fixtures";

const open = ["/", "/auth", "/about", "/faq", "/terms", "/privacy", "/cookies", "/refund-cancellation", "/contact"];
const members = ["/swipe", "/matches", "/profile", "/edit-profile"];
const looks = [
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "tablet-light", viewport: { width: 820, height: 1180 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
] as const;

for (const { name: look, viewport, colorScheme } of looks) {
  test.describe(look, () => {
    const shoot = async (page: Page, name: string) => {
      await expect(page.locator("h1, h2, main").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `screens/${look}/${name}.png` });
    };
    const dress = async (page: Page) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    };

    test("for everybody", async ({ page }) => {
      await dress(page);
      for (const address of [...open, "/reset-password/abc", "/moderator/login", "/nowhere"]) {
        await page.goto(address);
        await shoot(page, `open${address.replaceAll("/", "-")}`);
      }
      await page.goto("/auth");
      await page.getByRole("button", { name: "Already have an account?" }).click();
      await shoot(page, "open-auth-sign-in");
    });

    test("for a member", async ({ ready, newPerson }) => {
      const person = await arrive(
        await newPerson("Meera"),
        await makeMember(ready, { name: "Meera", gender: "female" }),
      );
      await dress(person.page);
      for (const address of members) {
        await person.page.goto(address);
        await shoot(person.page, `member${address.replaceAll("/", "-")}`);
      }
      await person.page.goto("/matches");
      await person.page.getByRole("tab", { name: /Pending Likes/ }).click();
      await shoot(person.page, "member-pending-likes");
    });

    test("for somebody who waits, and for the moderator", async ({ ready, newPerson }) => {
      const waiting = await arrive(
        await newPerson("Kabir"),
        await makeApplicant(ready, { name: "Kabir", gender: "male" }),
      );
      await dress(waiting.page);
      await shoot(waiting.page, "waiting");
      const desk = await newPerson("Moderator");
      await dress(desk.page);
      await signInModerator(ready, desk.page);
      await shoot(desk.page, "moderator-dashboard");
    });
  });
}

/** Signs in by the form as somebody who was made through the other doors. */
async function arrive(person: Person, { email, password }: Member): Promise<Person> {
  const known = { ...person, email, password };
  await signIn(known);
  await expect(known.page).not.toHaveURL(/\/auth$/);
  return known;
}
