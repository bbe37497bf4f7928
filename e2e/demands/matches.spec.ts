/** /matches, demand by demand: specification 2 (/matches), 4 (matches screen) and 8. */
import { call, handleOf } from "../doors";
import { expect, match, swipe, test, woman } from "./people";

test("the two tabs count, and an empty one says what will be there", async ({ people }) => {
  const page = await people.seat(await people.member(woman("Count Viewer")), "/matches");
  await expect(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
  await page.getByRole("tab", { name: "Pending Likes (0)" }).click();
  await expect(page.getByRole("heading", { name: "No pending likes" })).toBeVisible();
});

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

test("a match shows name, age, photo, bio and the Instagram handle", async ({ people, ready }) => {
  const [viewer, other] = [
    await people.member(woman("Row Viewer")),
    await people.member(woman("Row Other", { age: 23, bio: "Sings at soundcheck." })),
  ];
  await match(ready, viewer, other);
  const page = await people.seat(viewer, "/matches");
  await expect(page.getByRole("heading", { name: "Row Other, 23" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Photo of Row Other" })).toBeVisible();
  await expect(page.getByText("Sings at soundcheck.")).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(handleOf("Row Other")) })).toHaveAttribute(
    "href",
    `https://www.instagram.com/${handleOf("Row Other")}`,
  );
});

test("Back leaves an open report form together with the screen, and Forward does not bring it again", async ({
  people,
  ready,
}) => {
  const [viewer, other] = [await people.member(woman("Back Viewer")), await people.member(woman("Back Other"))];
  await match(ready, viewer, other);
  const page = await people.seat(viewer);
  await expect(page).toHaveURL(/\/swipe$/);
  await page.getByRole("link", { name: /^Matches/ }).click();
  await page.getByRole("button", { name: "Report Back Other" }).click();
  await expect(page.getByRole("dialog", { name: "Report Back Other" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/swipe$/);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goForward();
  await expect(page.getByRole("button", { name: "Report Back Other" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
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

test("rejecting a pending like removes it: 'Like rejected', and the other is told nothing", async ({
  people,
  ready,
}) => {
  const [viewer, liker] = [await people.member(woman("Reject Viewer")), await people.member(woman("Reject Liker"))];
  await swipe(ready, liker, viewer);
  const page = await people.seat(viewer, "/matches");
  const theirs = await people.seat(liker, "/matches");
  await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
  await page.getByRole("button", { name: "Reject Reject Liker" }).click();
  await expect(page.getByText("Like rejected")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Pending Likes (0)" })).toBeVisible();
  await expect(theirs.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
});

test("an answer that fails says why, and the like is back", async ({ people, ready }) => {
  const [viewer, liker] = [await people.member(woman("Gone Viewer")), await people.member(woman("Gone Liker"))];
  await swipe(ready, liker, viewer);
  const page = await people.seat(viewer, "/matches");
  await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
  await call(ready, "mutation", "matches:respond", { profileId: liker.id, accepted: false }, viewer.token);
  await expect(page.getByRole("tab", { name: "Pending Likes (0)" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No pending likes" })).toBeVisible();
});
