/** Closing a festival erases all members and proves it. */
import { expect, test } from "./fixtures";
import { runInternal, woman } from "./people";

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("closing a festival empties a member's open screen at once, proves that everybody is deleted, and thanks visitors", async ({
  people,
  page: visitor,
  ready,
}) => {
  const member = await people.openAs(await people.member(woman("Leaving Lalita")), "/profile");
  await expect(member.getByRole("heading", { name: /^Leaving Lalita/ })).toBeVisible();
  const desk = await people.organiser("/organiser/festival");
  const days = [desk.getByLabel("First day"), desk.getByLabel("Last day")];
  const datesBefore = [await days[0]!.inputValue(), await days[1]!.inputValue()];
  const setDays = async (dates: string[]) => {
    for (const [at, date] of dates.entries()) await days[at]!.fill(date);
    await desk.getByRole("button", { name: "Save for everyone" }).click();
    await expect(desk.getByText("Saved. Everyone sees it now.")).toBeVisible();
  };
  const pastDays = setDays([dateIn(-9), dateIn(-6)]);
  await desk.getByRole("dialog").getByRole("button", { name: "Yes, save it" }).click();
  await pastDays;

  await desk.getByRole("button", { name: "Tell them now" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Tell them now" }).click();
  await expect(desk.getByText(/^Possible from .*: a day after everyone was told/)).toBeVisible();
  await expect(desk.getByRole("button", { name: "Delete everyone now" })).toBeDisabled();
  // The command line does not need to wait a day.
  await runInternal(ready, "mutation", "closing:act", { what: "begin", name: "Festival Match" });
  await expect(member.getByRole("heading", { name: "Leaving Lalita" }), "without a reload").toHaveCount(0);
  await expect(desk.getByText(/We searched the [\d,]+ remaining texts for them and found none\./)).toBeVisible();
  await expect(desk.getByText("Everything that should be deleted is gone.")).toBeVisible();
  await desk.getByText("All tables").click();
  await expect(desk.getByRole("row", { name: /^profiles \d+ \d+ 0/ })).toBeVisible();
  await visitor.goto("/");
  await expect(visitor.getByText(/^Thank you for being here\. Every profile, like, match and message/)).toBeVisible();

  // The next festival of this product opens it again.
  await setDays(datesBefore);
  await visitor.reload();
  await expect(visitor.getByRole("link", { name: "Get Started" })).toBeVisible();
  await expect(visitor.getByText(/^The app closes on/)).toHaveCount(0);
});
