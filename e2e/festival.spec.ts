/** Changed festival settings reach open pages. */
import { expect, stored, test } from "./fixtures";
import { signInAs, woman } from "./people";

test.use({ serviceWorkers: "allow" });

test("an organiser renames the festival: a member's open page changes at once, and the next visitor gets the new name", async ({
  ready,
  people,
  openPage,
  newPage,
}) => {
  const member = await people.openAs(await people.member(woman("Renamed Rohini")), "/contact");
  await expect(member).toHaveTitle(/ · Festival Match$/);
  const { email, password } = ready.organiser;
  const session = await signInAs(ready, "moderator", email, password);
  const desk = await openPage(stored(ready, "moderator", session), "the moderator");
  await desk.goto("/organiser/festival");
  const typed = { Edition: "Winter", "Support address": "hello@moonlight.example", "Help point": "The tent by gate 3" };
  const valuesBefore: Record<string, string> = {};
  for (const [label, value] of Object.entries(typed)) {
    valuesBefore[label] = await desk.getByLabel(label, { exact: true }).inputValue();
    await desk.getByLabel(label, { exact: true }).fill(value);
  }
  const rename = async (name: string) => {
    await desk.getByLabel("Name", { exact: true }).fill(name);
    await desk.getByRole("button", { name: "Save for everyone" }).click();
    await expect(desk.getByText("Saved. Everyone sees it now.").last()).toBeVisible();
  };
  await rename("Moonlight Match");

  await expect(member).toHaveTitle(/ · Moonlight Match$/);
  await expect(member.getByText("hello@moonlight.example")).toBeVisible();
  const visitor = await newPage();
  await expect(async () => {
    await visitor.goto("/", { waitUntil: "commit" });
    expect(await visitor.title()).toContain("Moonlight Match");
  }).toPass();
  const served = await (await visitor.request.get("/terms")).text();
  expect(served).toContain("Moonlight Match is for attendees of the festival");
  expect(served).toContain(`property="og:image" content="${ready.appUrl}/preview.png"`);
  await expect(desk.getByRole("region", { name: "Changes" })).toContainText("Festival Match → Moonlight Match");

  await desk.getByRole("link", { name: "Today", exact: true }).click();
  await desk.getByLabel("Message to everyone").fill("The main stage opens at six.");
  await desk.getByRole("button", { name: "Announce" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(member.getByText("The main stage opens at six.")).toBeVisible();
  await desk.getByRole("button", { name: "Withdraw" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(member.getByText("The main stage opens at six.")).toHaveCount(0);
  await desk.getByRole("link", { name: "Festival", exact: true }).click();
  for (const [label, value] of Object.entries(valuesBefore)) await desk.getByLabel(label, { exact: true }).fill(value);
  await rename("Festival Match");
  await expect(member).toHaveTitle(/ · Festival Match$/);
});
