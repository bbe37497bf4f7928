import { expect, test } from "./fixtures";
import { mistakesOf } from "./mistakes";

for (const scheme of ["light", "dark"] as const) {
  for (const address of ["/", "/auth", "/moderator/login", "/nowhere"]) {
    test(`${address} can be read by everybody, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      expect(await mistakesOf(page)).toEqual([]);
    });
  }
}
