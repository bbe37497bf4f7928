import { buy, report } from "../acts";
import { faultsOf } from "../faults";
import { expect, test } from "../fixtures";
import { longName, woman } from "../people";
import { shoot, shootShowing } from "./camera";

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
  await shootShowing(page.getByText("Nobody found"), "people-2-nobody");
  await page.getByRole("searchbox", { name: "Search" }).fill("wilh");
  await found.first().click();
  await expect(page.getByText(bad.email)).toBeVisible();
  const address = page.url();
  await shoot(page, "people-3-person", { fullPage: true });
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await shootShowing(page.getByRole("dialog"), "people-4-suspend");

  const broken = await people.organiser("/organiser/people");
  await broken.route(/\/api\/storage\//, (route) => route.abort());
  await broken.reload();
  await shootShowing(broken.getByText(longName), "people-5-broken-photos");
  await broken.getByText(longName).click();
  await shootShowing(broken.getByText(bad.email), "people-6-broken-photo");

  for (const mode of ["waits", "fails"] as const) {
    const page = await people.organiser("/about");
    (await faultsOf(page, mode)).add("people:person");
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    if (mode === "fails") await shootShowing(page.getByRole("button", { name: /try again/i }), `people-7-${mode}`);
  }
});
