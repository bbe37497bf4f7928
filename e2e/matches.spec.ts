/** Matches: live on both people's screens, from the first like to the end. */
import { expect, test } from "./fixtures";
import { call, handleOf, swipe, woman } from "./people";

test("a like counts up at the other's, the second one is a match on both screens with the handle, and an unmatch ends it for both", async ({
  people,
  ready,
}) => {
  const [one, two] = [await people.member(woman("Popup Viewer")), await people.member(woman("Popup Liker"))];
  const [hers, theirs] = [await people.seat(one, "/matches"), await people.seat(two, "/matches")];
  await expect(hers.getByRole("tab", { name: "Pending Likes (0)" })).toBeVisible();
  await expect(theirs.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await swipe(ready, two, one);
  await expect(hers.getByRole("tab", { name: "Pending Likes (1)" })).toBeVisible();

  await hers.getByRole("link", { name: /Swipe/ }).click();
  await expect(hers.getByRole("heading", { name: /^Popup Liker/ })).toBeVisible();
  expect(await hers.content()).not.toContain(handleOf(two.name));
  await hers.getByRole("button", { name: "Like", exact: true }).click();
  for (const [screen, me, other] of [
    [hers, one, two],
    [theirs, two, one],
  ] as const) {
    const popup = screen.getByRole("dialog", { name: "It's a match!" });
    await expect(popup.getByRole("img", { name: `Photo of ${me.name}` })).toBeVisible();
    await expect(popup.getByRole("img", { name: `Photo of ${other.name}` })).toBeVisible();
    await expect(popup.getByText(`@${handleOf(me.name)}`)).toBeVisible();
    await expect(popup.getByRole("link", { name: new RegExp(handleOf(other.name)) })).toBeVisible();
  }
  await hers.getByRole("button", { name: "View Matches" }).click();
  await expect(hers).toHaveURL(/\/matches$/);
  await theirs.keyboard.press("Escape");
  for (const screen of [hers, theirs]) await expect(screen.getByRole("tab", { name: "Matches (1)" })).toBeVisible();

  await hers.getByRole("button", { name: "See the card of Popup Liker" }).click();
  await hers.getByRole("button", { name: "Unmatch Popup Liker" }).click();
  await hers.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect(hers.getByText("Successfully unmatched")).toBeVisible();
  for (const screen of [hers, theirs]) await expect(screen.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await expect(theirs.getByText(handleOf(one.name))).toBeHidden();
});

test("a pending like is accepted without a swipe, or rejected without a word to the other", async ({
  people,
  ready,
}) => {
  const viewer = await people.member(woman("Accept Viewer"));
  const [liker, other] = [await people.member(woman("Accept Liker")), await people.member(woman("Reject Liker"))];
  for (const one of [liker, other]) await swipe(ready, one, viewer);
  const page = await people.seat(viewer, "/matches?tab=likes");
  const theirs = await people.seat(other, "/matches");
  await expect(page.getByRole("heading", { name: "Accept Liker, 21" })).toBeVisible();
  for (const { name } of [liker, other]) expect(await page.content()).not.toContain(handleOf(name));
  await page.getByRole("button", { name: "Reject Reject Liker" }).click();
  await expect(page.getByText("Like rejected")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Pending Likes (1)" })).toBeVisible();
  await page.getByRole("button", { name: "Accept Accept Liker" }).click();
  await expect(page.getByText("It's a match! 🎉")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Matches (1)", includeHidden: true })).toBeAttached();
  await expect(theirs.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  const me = await call(ready, "query", "profiles:me", {}, viewer.token);
  expect(me).toMatchObject({ value: { swipesRemaining: 5 } });
});
