/** The page of the description is complete and loads nothing from other hosts. */
import { expect, test } from "../fixtures";
import { violationsOf } from "../violations";
import { overflow, resize } from "../layoutChecks";

test("the description's page shows every route, loads nothing else, and is accessible in light and dark", async ({
  page,
  ready,
}) => {
  const base = `${ready.siteUrl}/api`;
  const description = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${base}/docs`);
  for (const path of Object.keys(description.paths)) {
    await expect(page.getByText(path, { exact: true }).first()).toBeVisible();
  }
  await page.getByText("/users/respond-to-like").click();
  await expect(page.getByRole("rowheader", { name: "accepted" })).toBeVisible();
  for (const [colorScheme, paper] of [
    ["light", "rgb(251, 248, 243)"],
    ["dark", "rgb(23, 18, 27)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const shown = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(shown, "the page's style is applied").toBe(paper);
    expect(await violationsOf(page)).toEqual([]);
  }
  expect(requested.filter((address) => !address.endsWith("favicon.ico"))).toEqual([`${base}/docs`]);
  for (const width of [320, 390, 1440]) {
    await resize(page, width);
    expect(await overflow(page), `${String(width)} px`).toBeLessThanOrEqual(0);
  }
});
