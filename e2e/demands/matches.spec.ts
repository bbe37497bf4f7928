/** /matches, demand by demand: specification 2 (/matches), 4 (matches screen) and 8. */
import { call, handleOf } from "../doors";
import { expect, match, swipe, test, woman } from "./people";

test("the counts move while one looks, without a reload", async ({ people, ready }) => {
  const viewer = await people.member(woman("Live Viewer"));
  const page = await people.seat(viewer, "/matches");
  await expect(page.getByRole("tab", { name: "Pending Likes (0)" })).toBeVisible();
  const liker = await people.member(woman("Live Liker"));
  await swipe(ready, liker, viewer);
  await expect(page.getByRole("tab", { name: "Pending Likes (1)" })).toBeVisible();
  await swipe(ready, viewer, liker);
  await expect(page.getByRole("tab", { name: "Pending Likes (0)", includeHidden: true })).toBeAttached();
  await expect(page.getByRole("tab", { name: "Matches (1)", includeHidden: true })).toBeAttached();
});

test("Unmatch asks first, then 'Successfully unmatched' for both at once", async ({ people, ready }) => {
  const [one, two] = [await people.member(woman("Parting One")), await people.member(woman("Parting Two"))];
  await match(ready, one, two);
  const [hers, theirs] = [await people.seat(one, "/matches"), await people.seat(two, "/matches")];
  await expect(theirs.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  await hers.getByRole("button", { name: "Unmatch Parting Two" }).click();
  await hers.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  await expect(hers.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  await hers.getByRole("button", { name: "Unmatch Parting Two" }).click();
  await hers.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect(hers.getByText("Successfully unmatched")).toBeVisible();
  await expect(hers.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await expect(theirs.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await expect(theirs.getByText(handleOf("Parting One"))).toBeHidden();
});

test('a pending like shows who it is without a handle; accepting is "It\'s a match! 🎉" and costs no swipe', async ({
  people,
  ready,
}) => {
  const [viewer, liker] = [await people.member(woman("Accept Viewer")), await people.member(woman("Accept Liker"))];
  await swipe(ready, liker, viewer);
  const page = await people.seat(viewer, "/matches");
  await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
  await expect(page.getByRole("heading", { name: "Accept Liker, 21" })).toBeVisible();
  expect(await page.content()).not.toContain(handleOf("Accept Liker"));
  await page.getByRole("button", { name: "Accept Accept Liker" }).click();
  await expect(page.getByText("It's a match! 🎉")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Matches (1)", includeHidden: true })).toBeAttached();
  const me = await call(ready, "query", "profiles:me", {}, viewer.token);
  expect(me).toMatchObject({ value: { swipesRemaining: 5 } });
});
