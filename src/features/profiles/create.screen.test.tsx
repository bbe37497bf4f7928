import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { field, hostile, refusesEach, type } from "../../testing/forms";
import { deployment, showTo, stopClock } from "../../testing/page";
import { applicant, newcomer, newId, pictureFile, uploaded } from "../../testing/people";
import {
  choosePhoto,
  chooseRest,
  storedDrafts,
  picker,
  rightProfile,
  expectShownPhotoIsSent,
  visible,
} from "./profileForm.testing";

const create = page.getByRole("button", { name: "Create Profile" });
const fillAll = "Please fill all fields and upload a profile picture";
const hobbies =
  "Reading Writing Gaming Music Dancing Cooking Photography Traveling Fitness Painting Movies Sports Hiking Singing Yoga Chess Swimming";

test("the form asks for a photo, name, age, gender, phone ('Will not be shared'), bio, handle, habits and hobbies", async () => {
  await showForm();
  await expect.element(picker).toBeInTheDocument();
  for (const label of Object.keys(rightProfile)) await expect.element(field(label)).toBeVisible();
  await expect.element(page.getByText("Will not be shared")).toBeVisible();
  await expect.element(page.getByText("@", { exact: true })).toBeVisible();
  for (const gender of ["Male", "Female"]) {
    await expect.element(page.getByRole("radio", { name: gender, exact: true })).toBeVisible();
  }
  for (const habit of ["Drinking", "Smoking"]) {
    const offered = page.getByLabelText(habit).getByRole("option").elements();
    expect(offered.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["Never", "Occasionally", "Socially", "Regularly"]),
    );
  }
  for (const label of ["I want to meet", "Youngest", "Oldest"]) {
    await expect.element(page.getByLabelText(label)).toBeVisible();
  }
  const offered = page.getByRole("checkbox").elements();
  expect(offered).toHaveLength(17);
  for (const hobby of hobbies.split(" ")) {
    await expect.element(page.getByRole("checkbox", { name: hobby })).toBeVisible();
  }
});

test("the form blocks a sixth hobby: 'Maximum 5 hobbies allowed', until the next key or until the form is sent", async () => {
  await showForm();
  const tooMany = page.getByText("Maximum 5 hobbies allowed");
  const sixth = page.getByRole("checkbox", { name: "Chess" });
  for (const hobby of ["Reading", "Writing", "Gaming", "Music", "Dancing"]) {
    await page.getByRole("checkbox", { name: hobby }).click();
  }
  await sixth.click();
  await expect.element(tooMany).toBeVisible();
  await expect.element(sixth).not.toBeChecked();
  // A screen reader presses without keys or a pointer, so the message stays and nothing is rendered again.
  (sixth.element() as HTMLElement).click();
  await expect.element(sixth).not.toBeChecked();
  await userEvent.keyboard("{Tab}");
  await expect.element(tooMany).not.toBeInTheDocument();
  await sixth.click();
  await expect.element(tooMany).toBeVisible();
  await create.click();
  await expect.element(tooMany).not.toBeInTheDocument();
  await expect.element(page.getByText("5 of 5")).toBeVisible();
});

test("a form with gaps says what is missing, marks the photo and the name, and moves the focus to the photo", async () => {
  await showForm();
  await create.click();
  await expect.element(page.getByText(fillAll)).toBeVisible();
  await type({ ...rightProfile, Name: "" });
  await chooseRest();
  await create.click();
  await expect.poll(() => page.getByText("Required").elements()).toHaveLength(2);
  await expect.element(picker).toHaveFocus();
  expect(deployment.calls(api.profiles.create)).toEqual([]);
  expect(window.location.pathname).toBe("/create-profile");
});

test("the form refuses each bad field with its sentence, and creates a hostile profile once, as text", async () => {
  await showForm();
  await chooseRest();
  await choosePhoto();
  const contact = "Please keep contact details out of your profile";
  await refusesEach("Create Profile", rightProfile, [
    [{ Name: hostile.invisible, Age: " ", Phone: " ", Bio: "\n", "Instagram handle": "@" }, fillAll],
    [
      { Age: "17", Phone: "12345", "Instagram handle": "two words" },
      "Age must be between 18 and 30",
      "Please enter a valid phone number",
      "Please enter a valid Instagram handle",
    ],
    [{ Name: "@asha.live", Bio: "more on www.example.com" }, contact],
  ]);
  // Fields with a counter stop at their limit, and an emoji is one character.
  await type({ Name: "x".repeat(61), Bio: "🎉".repeat(200) });
  await expect.element(field("Name")).toHaveValue("x".repeat(60));
  await expect.element(page.getByText("150/150")).toBeVisible();
  expect(deployment.calls(api.profiles.create)).toEqual([]);

  deployment.hold(api.profiles.create);
  await type({ ...rightProfile, ...visible });
  await create.dblClick();
  await expect
    .poll(() => deployment.calls(api.profiles.create))
    .toMatchObject([{ profile: { name: visible.Name, bio: visible.Bio, age: 21 } }]);
  await expect.element(create).toBeDisabled();
  expect(document.title).not.toBe("owned");
});

test("a text from an input method is cut at the limit when its last word is final", async () => {
  await showForm();
  const bio = field("Bio").element() as HTMLTextAreaElement;
  bio.value = "x".repeat(151);
  bio.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  await expect.element(page.getByText("151/150")).toBeVisible();
  bio.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  await expect.element(page.getByText("150/150")).toBeVisible();
  expect(bio.value).toBe("x".repeat(150));
});

test("the form sends trimmed fields, and leads to 'Profile created successfully!' and the waiting page", async () => {
  const me = await showForm();
  await fillIn();
  await type({ Name: "  Asha  ", Phone: "+91 (98765) 432-10", "Instagram handle": "@asha.live" });
  await expect.element(field("Instagram handle")).toHaveValue("asha.live");
  deployment.answerAndChange(api.profiles.create, api.profiles.me, applicant({ _id: me._id, name: "Asha" }));
  await create.click();
  await expect.element(page.getByText("Profile created successfully!")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Asha", exact: true })).toBeVisible();
  expect(window.location.pathname).toBe("/moderation-pending");
  expect(deployment.calls(api.profiles.create)).toMatchObject([
    {
      profile: {
        name: "Asha",
        age: 21,
        gender: "female",
        bio: "Front row.",
        phoneNumber: "+919876543210",
        instagramHandle: "asha.live",
        drinking: "Socially",
        smoking: "Never",
        hobbies: ["Music 🎵"],
      },
    },
  ]);
  expect(storedDrafts(), "no draft stays behind").toEqual([]);
});

test("if the profile cannot be created, the form says so, keeps what was typed, and uploads no photo again", async () => {
  await showForm();
  await fillIn();
  deployment.break(api.profiles.create);
  await create.click();
  await expect.element(page.getByText("Failed to create profile")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Asha");
  await expect.element(create).toBeEnabled();
  deployment.answer(api.profiles.create, null);
  await create.click();
  await expect.poll(() => deployment.calls(api.profiles.create)).toHaveLength(2);
  const [first, second] = deployment.calls(api.profiles.create);
  expect(second).toEqual(first);
  expect(deployment.calls(api.profiles.uploadPhoto)).toHaveLength(1);
});

test("if the connection breaks on the way, the form says that the profile may have arrived, and later how it ended", async () => {
  await showForm();
  await fillIn();
  stopClock();
  deployment.refuse(api.profiles.create, "BAD_INPUT", "This handle is taken");
  deployment.loseNext(api.profiles.create);
  await create.click();
  await expect.poll(() => deployment.isReachable).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(page.getByText(/It may have arrived\. We'll tell you when you're back\./)).toBeVisible();
  deployment.reconnect();
  await expect.element(page.getByText("This handle is taken")).toBeVisible();
  await expect.element(create).toBeEnabled();
  await expect.element(field("Name")).toHaveValue("Asha");
});

test("a photo that arrives after the sign-out stays nowhere in the browser", async () => {
  await showForm();
  const upload = deployment.hold(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await pictureFile());
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  upload.answer(uploaded());
  await page.getByRole("button", { name: "Don't have an account?" }).click();
  await expect.element(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  expect(storedDrafts()).toEqual([]);
});

test("a photo whose upload failed is sent again with the form, which waits for it", async () => {
  await showForm();
  deployment.break(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await pictureFile());
  await expect.element(page.getByText("Error uploading image. Please try again.")).toBeVisible();
  await chooseRest();
  await type(rightProfile);
  deployment.answer(api.profiles.create, null);
  await create.click();
  await expect.poll(() => deployment.calls(api.profiles.uploadPhoto)).toHaveLength(2);
  await expect.element(create).toBeEnabled();
  expect(deployment.calls(api.profiles.create), "nothing is sent without its photo").toEqual([]);

  const photoId = newId("photos");
  deployment.answer(api.profiles.uploadPhoto, uploaded(photoId));
  await create.click();
  await expect.poll(() => deployment.calls(api.profiles.create)).toMatchObject([{ profile: { photoIds: [photoId] } }]);
});

test("while the profile is being created, no other photo can be chosen", async () => {
  const me = await showForm();
  await type(rightProfile);
  await chooseRest();
  deployment.answerAndChange(api.profiles.create, api.profiles.me, applicant({ _id: me._id }));
  await expectShownPhotoIsSent("Create Profile");
});

async function showForm() {
  const me = newcomer();
  showTo(me, "/create-profile");
  await expect.element(create).toBeVisible();
  return me;
}

async function fillIn() {
  await choosePhoto();
  await type(rightProfile);
  await chooseRest();
}
