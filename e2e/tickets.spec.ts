/** Tickets: uploaded by an organiser, and claimed by a member. */
import { open } from "node:fs/promises";
import { expect, test } from "./fixtures";
import { violationsOf } from "./violations";
import { woman } from "./people";

test("an organiser uploads a list of tickets, and a member claims one on the profile", async ({ people }, info) => {
  const page = await people.organiser("/organiser/tickets");
  const large = info.outputPath("large.csv");
  const file = await open(large, "w");
  await file.truncate(300_000_000);
  await file.close();
  await page.getByLabel("CSV file").setInputFiles(large);
  await expect(page.getByText(/^This file is 300 MB/)).toBeVisible();

  const codes = Array.from({ length: 1_200 }, () => crypto.randomUUID().slice(0, 13));
  const buffer = Buffer.from(
    ["Name,Ticket code", ...codes.map((code) => `Somebody,${code}`), "Nobody,12"].join("\r\n"),
  );
  await page.getByLabel("CSV file").setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer });
  await page.getByLabel("What these tickets are called").fill("Day pass");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("1,200 new · 1 bad line")).toBeVisible();
  await expect(page.getByText(/^Line 1,202 is easy to guess/)).toBeVisible();
  await expect(page.getByText("Members can add their ticket code")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  const [first = ""] = codes;
  const asha = await people.openAs(await people.member(woman("Asha Andrade")), "/profile");
  await asha.getByLabel("Ticket code").fill(first.toUpperCase().replace("-", " "));
  await asha.getByRole("button", { name: "Add my ticket" }).click();
  await expect(asha.getByText(/^Your ticket is added: Day pass\./)).toBeVisible();
  await expect(page.getByRole("definition").nth(1), "the count follows").toHaveText("1");
});
