/** A match while one types, a report that is given up without a signal, and Back in a dialog: nothing is lost, nothing happens by itself. */
import { controlConnection } from "./connection";
import { expect, test } from "./fixtures";
import { call, organiserOf, swipe, woman } from "./people";
import { wideJpeg } from "./pictures";

test("a match never takes what somebody types, a report given up without a signal is never sent, and Back closes the crop dialog alone", async ({
  people,
  ready,
}) => {
  const [asha, ravi] = [await people.member(woman("Asha Types")), await people.member(woman("Ravi Waits"))];
  const hers = await people.seat(asha, "/edit-profile");
  const connection = await controlConnection(hers);
  await hers.reload();
  const bio = hers.getByLabel("Bio", { exact: true });
  const note = hers.getByRole("button", { name: /Ravi Waits/ });
  const moment = hers.getByRole("dialog", { name: "It's a match!" });

  await bio.fill("");
  await bio.pressSequentially("I am at the");
  await swipe(ready, asha, ravi);
  await swipe(ready, ravi, asha);
  await expect(note).toBeVisible();
  await bio.pressSequentially(" second gate, by the chai.");
  await expect(bio).toHaveValue("I am at the second gate, by the chai.");
  await expect(moment).toBeHidden();
  await note.click();
  await expect(moment).toBeVisible();
  await hers.keyboard.press("Space");
  await expect(moment).toBeVisible();
  await hers.getByRole("button", { name: "Keep swiping" }).click();
  await expect(moment).toBeHidden();

  await hers
    .locator("input[type=file]")
    .first()
    .setInputFiles(await wideJpeg(3));
  const crop = hers.getByRole("dialog", { name: "Your card" });
  await expect(crop).toBeVisible();
  await hers.goBack();
  await expect(crop).toBeHidden();
  await expect(hers).toHaveURL(/\/edit-profile$/);
  await expect(bio).toHaveValue("I am at the second gate, by the chai.");

  await hers.goto("/matches");
  await hers.getByRole("button", { name: "See the card of Ravi Waits" }).click();
  await hers.getByRole("button", { name: "Report or block" }).click();
  const form = hers.getByRole("dialog", { name: "Report Ravi Waits" });
  await form.getByLabel("Reason").fill("Rude at the gate.");
  await connection.cut();
  await form.getByRole("button", { name: "Submit Report" }).click();
  await expect(hers.getByText(/Nothing was sent\./)).toBeVisible({ timeout: 20_000 });
  await expect(form.getByLabel("Reason")).toHaveValue("Rude at the gate.");
  await form.getByRole("button", { name: "Cancel" }).click();
  connection.restore();
  await expect(hers.getByRole("button", { name: "See the card of Ravi Waits" })).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole("button", { name: "See the card of Ravi Waits" })).toBeVisible();
  const { token } = await organiserOf(ready);
  const reports = await call(ready, "query", "moderator:reports", {}, token);
  expect(JSON.stringify(reports)).not.toContain("Rude at the gate.");
});
