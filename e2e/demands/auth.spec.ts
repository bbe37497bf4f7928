/** Accounts, demand by demand: specification 2 (/auth, /reset-password), 4 (session, sign-up), 5 and 8. */
import { handleOf } from "../doors";
import { expect, test } from "./people";

test.describe("A session", () => {
  test("a forged token in the store leads to /auth and shows nobody's screen", async ({ page }) => {
    await page.goto("/auth");
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
      localStorage.setItem("__convexAuthJWT_attendee", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4fHgifQ.AAAA");
    });
    await page.goto("/matches");
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.content()).not.toContain(handleOf("anybody"));
  });
});
