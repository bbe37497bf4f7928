/** The description's page for people: whole, and without anything from elsewhere. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../fixtures";

for (const scheme of ["light", "dark"] as const) {
  test(`the page for people shows every route, asks for nothing else and is readable (${scheme})`, async ({
    page,
    ready,
  }) => {
    const base = `${ready.siteUrl}/api`;
    const description = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${base}/docs`);
    for (const path of Object.keys(description.paths)) {
      await expect(page.getByText(path, { exact: true }).first()).toBeVisible();
    }
    await page.getByText("/users/respond-to-like").click();
    await expect(page.getByRole("rowheader", { name: "accepted" })).toBeVisible();
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper, "its style was let through").toBe(scheme === "dark" ? "rgb(23, 18, 27)" : "rgb(251, 248, 243)");
    expect(asked.filter((address) => !address.endsWith("favicon.ico"))).toEqual([`${base}/docs`]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}
