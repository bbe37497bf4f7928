import { buy, report } from "../acts";
import { faultsOf } from "../faults";
import { expect, test } from "../fixtures";
import { longName, woman } from "../people";
import { shoot } from "./camera";

test.setTimeout(400_000);

test("people: the list, no result, a full page, the question", async ({ people, ready }) => {
  const [bad, other] = await people.pair(woman(longName), woman("Reporting Ria"));
  await buy(ready, bad, "unlimited_swipes");
  await report(ready, other, bad, "Sends links to a shop to everybody and will not stop when asked. ".repeat(3));
  await people.applicant(woman("Waiting Wanda"));
  const page = await people.organiser("/organiser/people");
  const found = page.getByRole("list", { name: "People found" }).getByRole("link");
  await expect(found.filter({ hasText: longName })).toBeVisible();
  await shoot(page, "people-1-list");
  await page.getByRole("searchbox", { name: "Search" }).fill("nobody at all");
  await expect(page.getByText("Nobody found")).toBeVisible();
  await shoot(page, "people-2-nobody");
  await page.getByRole("searchbox", { name: "Search" }).fill("wilh");
  await found.first().click();
  await expect(page.getByText(bad.email)).toBeVisible();
  const address = page.url();
  await shoot(page, "people-3-person", { fullPage: true });
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shoot(page, "people-4-suspend");

  const broken = await people.organiser("/organiser/people");
  await broken.route(/\/api\/storage\//, (route) => route.abort());
  await broken.reload();
  await expect(broken.getByText(longName)).toBeVisible();
  await shoot(broken, "people-5-broken-photos");
  await broken.getByText(longName).click();
  await expect(broken.getByText(bad.email)).toBeVisible();
  await shoot(broken, "people-6-broken-photo");

  for (const mode of ["waits", "fails"] as const) {
    const page = await people.organiser("/about");
    (await faultsOf(page, mode)).add("people:person");
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    if (mode === "fails") await expect(page.getByRole("button", { name: /try again/i })).toBeVisible();
    await shoot(page, `people-7-${mode}`);
  }
});
