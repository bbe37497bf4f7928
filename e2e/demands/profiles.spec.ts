/** Profiles, demand by demand: specification 2 (/create-profile, /profile, /moderation-pending), 3, 5 and 8. */
import type { Page } from "@playwright/test";
import { handleOf } from "../doors";
import { jpeg } from "../pictures";
import { expect, swipe, test, woman } from "./people";

const hobbies =
  "Reading Writing Gaming Music Dancing Cooking Photography Traveling Fitness Painting Movies Sports Hiking Singing Yoga Chess Swimming";

test.describe("/create-profile", () => {
  test("asks for a photo, name, age, gender, phone ('Will not be shared'), bio, handle, habits and hobbies", async ({
    people,
  }) => {
    const page = await people.seat(await people.account("Fields"));
    await expect(page.getByLabel("Profile picture")).toBeAttached();
    for (const label of ["Name", "Age", "Phone", "Bio", "Instagram handle"]) {
      await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    }
    await expect(page.getByText("Will not be shared")).toBeVisible();
    await expect(page.getByText("@", { exact: true })).toBeVisible();
    for (const gender of ["Male", "Female"]) {
      await expect(page.getByRole("radio", { name: gender, exact: true })).toBeVisible();
    }
    for (const habit of ["Drinking", "Smoking"]) {
      for (const value of ["Never", "Occasionally", "Socially", "Regularly"]) {
        await expect(page.getByLabel(habit).getByRole("option", { name: value })).toBeAttached();
      }
    }
    const offered = page.getByRole("checkbox");
    await expect(offered).toHaveCount(17);
    for (const hobby of hobbies.split(" ")) await expect(page.getByRole("checkbox", { name: hobby })).toBeVisible();
  });

  test("counts the bio up to 150 and takes no more", async ({ people }) => {
    const page = await people.seat(await people.account("Counter"));
    await page.getByLabel("Bio").fill("x".repeat(150));
    await expect(page.getByText("150/150")).toBeVisible();
    await page.getByLabel("Bio").press("End");
    await page.getByLabel("Bio").pressSequentially("yz");
    await expect(page.getByLabel("Bio")).toHaveValue("x".repeat(150));
  });

  test("blocks a sixth hobby: 'Maximum 5 hobbies allowed'", async ({ people }) => {
    const page = await people.seat(await people.account("Sixth"));
    for (const hobby of ["Reading", "Writing", "Gaming", "Music", "Dancing"]) {
      await page.getByRole("checkbox", { name: hobby }).check();
    }
    await page.getByRole("checkbox", { name: "Chess" }).click();
    await expect(page.getByText("Maximum 5 hobbies allowed")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Chess" })).not.toBeChecked();
  });

  test("left empty: 'Please fill all fields and upload a profile picture'", async ({ people }) => {
    const page = await people.seat(await people.account("Empty"));
    await page.getByRole("button", { name: "Create Profile" }).click();
    await expect(page.getByText("Please fill all fields and upload a profile picture")).toBeVisible();
    await expect(page).toHaveURL(/\/create-profile$/);
  });

  test("an age outside 18 to 30, a bad phone and contact details in the bio have their sentences", async ({
    people,
  }) => {
    const page = await people.seat(await people.account("Ages"));
    await fill(page, "Ages Menon");
    const create = page.getByRole("button", { name: "Create Profile" });
    for (const age of ["17", "31", "abc"]) {
      await page.getByLabel("Age", { exact: true }).fill(age);
      await create.click();
      await expect(page.getByText("Age must be between 18 and 30"), age).toBeVisible();
    }
    await page.getByLabel("Age", { exact: true }).fill("18");
    await page.getByLabel("Phone").fill("12345");
    await create.click();
    await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
    await page.getByLabel("Phone").fill("+919876543210");
    await page.getByLabel("Bio").fill("write me: www.example.com");
    await create.click();
    await expect(page.getByText("Please keep contact details out of your profile").first()).toBeVisible();
    await expect(page).toHaveURL(/\/create-profile$/);
    await expect(page.getByLabel("Name"), "nothing typed is lost").toHaveValue("Ages Menon");
  });

  test("a half-filled form survives a reload", async ({ people }) => {
    const page = await people.seat(await people.account("Draft"));
    await page.getByLabel("Name").fill("Draft Pillai");
    await page.getByLabel("Bio").fill("Half a bio");
    await page.getByRole("checkbox", { name: "Music" }).check();
    await page.reload();
    await expect(page.getByLabel("Name")).toHaveValue("Draft Pillai");
    await expect(page.getByLabel("Bio")).toHaveValue("Half a bio");
    await expect(page.getByRole("checkbox", { name: "Music" })).toBeChecked();
  });

  test("done: 'Profile created successfully!', the waiting page, and what was typed is trimmed", async ({ people }) => {
    const page = await people.seat(await people.account("Done"));
    await fill(page, "  Done Varma  ");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await expect(page.getByText("Profile created successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/moderation-pending$/);
    await expect(page.getByRole("img", { name: "Photo of Done Varma", exact: true })).toBeVisible();
  });
});

test.describe("/profile", () => {
  test("shows photo, name, age, gender, About, hobbies, habits and the Instagram link", async ({ people }) => {
    const page = await people.seat(
      await people.member(woman("Whole Reddy", { age: 22, bio: "All of me." })),
      "/profile",
    );
    await expect(page.getByRole("heading", { name: /^Whole Reddy, 22/ })).toBeVisible();
    await expect(page.getByRole("img", { name: "Photo of Whole Reddy" })).toBeVisible();
    await expect(page.getByText("Female")).toBeVisible();
    await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
    await expect(page.getByText("All of me.")).toBeVisible();
    await expect(page.getByText(/^Music/)).toBeVisible();
    await expect(page.getByText("Socially")).toBeVisible();
    await expect(page.getByRole("link", { name: `@${handleOf("Whole Reddy")}` })).toBeVisible();
  });

  test("the Daily Swipes bar says what is left, and follows a swipe made elsewhere", async ({ people, ready }) => {
    const [viewer, other] = [await people.member(woman("Bar Viewer")), await people.member(woman("Bar Other"))];
    const page = await people.seat(viewer, "/profile");
    await expect(page.getByText("5 of 5")).toBeVisible();
    await swipe(ready, viewer, other, false);
    await expect(page.getByText("4 of 5")).toBeVisible();
  });

  test("Get Gold leads whoever has none to /upgrade", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Goldless")), "/profile");
    await page.getByRole("link", { name: "Get Gold" }).click();
    await expect(page).toHaveURL(/\/upgrade$/);
    await expect(page.getByRole("heading", { name: "Unlock Premium Experience" })).toBeVisible();
  });

  test("a row for course and year is there only when they are filled in", async ({ people }) => {
    const page = await people.seat(await people.member(woman("Coursed")), "/edit-profile");
    await page.getByLabel("Course").fill("Film Studies");
    await page.getByLabel("Year").fill("2");
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("Female · Film Studies · 2nd year"), "a bare number says what it counts").toBeVisible();
  });
});

async function fill(page: Page, name: string) {
  await page.getByLabel("Profile picture").setInputFiles(await jpeg(3));
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Age", { exact: true }).fill("21");
  await page.getByRole("radio", { name: "Female", exact: true }).check();
  await page.getByLabel("Phone").fill("+919876543210");
  await page.getByLabel("Bio").fill("Front row.");
  await page.getByLabel("Instagram handle").fill("front.row");
  await page.getByLabel("Drinking").selectOption("Socially");
  await page.getByLabel("Smoking").selectOption("Never");
  await page.getByRole("checkbox", { name: "Music" }).check();
}
