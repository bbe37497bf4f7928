/** The deployment's dashboard: it needs the key, and its data is live. */
import { expect, test } from "./fixtures";
import { violationsOf } from "./violations";
import { woman } from "./people";

test("a developer with the key sees a new member live, changes a document by keyboard, and runs a function", async ({
  ready,
  page,
  people,
}) => {
  const dashboard = `${ready.convexUrl}/_dashboard`;
  await page.goto(dashboard);
  await page.getByLabel("Admin key").fill("local|not the key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("This is not the admin key.");
  await page.getByLabel("Admin key").fill(ready.adminKey);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Live")).toBeVisible();

  // The list of tables is longer than the window. A table chosen at its end shows at once.
  const phone = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link").last().click();
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeInViewport();
  if (phone !== null) await page.setViewportSize(phone);

  // A member of this name joins later, and the page updates by itself.
  const name = "Dashavari";
  await page.goto(`${dashboard}#/tables?table=profiles`);
  await page.getByLabel("Field").fill("name");
  await page.getByLabel("Value", { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("None here.")).toBeVisible();
  await people.member(woman(name, { bio: "Before" }));
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Before");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
  }

  await row.getByRole("button", { name: "Open" }).focus();
  await page.keyboard.press("Enter");
  const fields = page.getByRole("textbox", { name: "Fields" });
  await page.keyboard.press("Tab");
  await expect(fields).toBeFocused();
  await fields.fill((await fields.inputValue()).replace('"Before"', "5"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toContainText("Path: .bio");
  await fields.fill((await fields.inputValue()).replace('"bio": 5', '"bio": "After"'));
  await page.keyboard.press("Control+Enter");
  await expect(row).toContainText("After");

  await page.goto(`${dashboard}#/functions?function=festival:settings`);
  await page.getByRole("button", { name: "Run query" }).press("Enter");
  await expect(page.getByRole("region", { name: "Result" })).toContainText('"name"');
  await page.goto(`${dashboard}#/logs`);
  await expect(page.getByText("festival:settings").first()).toBeVisible();

  // The key is in no address, and in no other tab.
  const stored = await page.evaluate(() => [location.href, document.cookie, JSON.stringify(localStorage)].join());
  expect(decodeURIComponent(stored)).not.toContain(ready.adminKey);
  const other = await page.context().newPage();
  await other.goto(dashboard);
  await expect(other.getByLabel("Admin key")).toHaveValue("");
});
