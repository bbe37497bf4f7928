import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type } from "../../testing/forms";
import { deployment, pressTwice, reload, showTo } from "../../testing/page";
import { applicant, member, newcomer, newId, pictureFile, shownAt, uploaded } from "../../testing/people";
import { chooseByScript, chooseRest, picker, rightProfile } from "./profileForm.testing";

const create = page.getByRole("button", { name: "Create Profile" });
const place = (name: string) => page.getByRole("button", { name: `${name} photo`, exact: true });
const chosen = () => page.getByAltText("The photo you chose");
const cropping = page.getByRole("dialog", { name: "Your card" });

test("a person can choose up to three photos, reorder and remove them; each is sent once, and a reload keeps them", async () => {
  await showForm();
  const ids = [newId("photos"), newId("photos"), newId("photos")];
  let sent = 0;
  deployment.answer(api.profiles.uploadPhoto, () => uploaded(ids[sent++]));
  await userEvent.upload(picker, await pictureFile(10));
  await arrived(1);
  await expect.element(page.getByText("This one is shown first")).toBeVisible();
  await userEvent.upload(place("Second"), await pictureFile(130));
  await arrived(2);
  await userEvent.upload(place("Third"), await pictureFile(250));
  await arrived(3);
  await expect.element(page.getByText("One more, if you like")).not.toBeInTheDocument();

  await pressTwice(page.getByRole("button", { name: "Make first: the third photo" }), async () => {
    await expect.element(picker, { message: "the button is gone, so the focus moves on" }).toHaveFocus();
  });
  await pressTwice(page.getByRole("button", { name: "Remove the second photo" }), () => arrived(2));
  await expect.poll(() => chosen().elements(), { message: "a double press removes one photo" }).toHaveLength(2);
  reload();
  await expect.poll(() => chosen().elements()).toHaveLength(2);

  await type(rightProfile);
  await chooseRest();
  deployment.answer(api.profiles.create, null);
  await create.click();
  await expect
    .poll(() => deployment.calls(api.profiles.create))
    .toMatchObject([{ profile: { photoIds: [ids[2], ids[1]] } }]);
  expect(deployment.calls(api.profiles.uploadPhoto), "no photo twice").toHaveLength(3);
});

test("by keys a person moves, scales and turns a wide photo on the card before it is sent; Cancel discards it", async () => {
  await showForm();
  await type({ Name: "Meera", Age: "22", Bio: "Left of the desk." });
  await userEvent.upload(picker, await pictureFile(10, "me.jpg", [1200, 600]));
  await expect
    .element(cropping.getByRole("heading", { name: "Meera, 22" }), { message: "the dialog shows the card" })
    .toBeVisible();
  await expect.element(cropping.getByText("Left of the desk.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(cropping).not.toBeInTheDocument();
  expect(chosen().elements()).toEqual([]);

  const upload = deployment.hold(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await pictureFile(10, "me.jpg", [1200, 600]));
  const frame = cropping.getByRole("group", { name: /^Your photo on the card/ });
  await expect.element(frame).toHaveFocus();
  await userEvent.keyboard("+++{ArrowRight}r");
  await expect.poll(() => frameSize(), { message: "the photo is upright now" }).toEqual([600, 1200]);
  await expect.element(cropping.getByRole("slider", { name: "Size of the photo" })).toHaveValue("1");
  await page.getByRole("button", { name: "Use photo" }).click();
  await expect.poll(() => deployment.calls(api.profiles.uploadPhoto)).toHaveLength(1);
  const [call] = deployment.calls(api.profiles.uploadPhoto);
  expect(await sizeOf(call?.image)).toEqual([600, 857]);
  upload.answer(uploaded());

  await page.getByRole("button", { name: "Crop the first photo" }).click();
  await expect.poll(() => frameSize(), { message: "as it was turned before" }).toEqual([600, 1200]);
  await userEvent.keyboard("{Escape}");
  await expect.element(chosen(), { message: "the photo stays as it was" }).toBeVisible();
});

test("a failed upload can be sent again at its place; an offline one is sent automatically once the network is back", async () => {
  await showForm();
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await userEvent.upload(picker, await pictureFile(10));
  await arrived(1);
  deployment.break(api.profiles.uploadPhoto);
  await userEvent.upload(place("Second"), await pictureFile(60));
  await expect.element(page.getByText("Error uploading image. Please try again.")).toBeVisible();
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await page.getByRole("button", { name: "Send the second photo again" }).click();
  await expect.element(page.getByText("Error uploading image.")).not.toBeInTheDocument();

  deployment.disconnect();
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await userEvent.upload(place("Third"), await pictureFile(120));
  await expect
    .element(page.getByText("No connection. Keep this page open: your photo is sent as soon as you are back."))
    .toBeVisible();
  network.mockRestore();
  deployment.reconnect();
  await expect.element(page.getByText("No connection.")).not.toBeInTheDocument();
  await arrived(3);
  expect(deployment.calls(api.profiles.uploadPhoto), "three photos and one that failed").toHaveLength(4);
});

test("the same photo is refused in a second place, and can be chosen again for its own", async () => {
  await showForm();
  deployment.answer(api.profiles.uploadPhoto, () => uploaded());
  await userEvent.upload(picker, await pictureFile(10));
  await arrived(1);
  await userEvent.upload(place("Second"), await pictureFile(10, "copy.jpg"));
  await expect.element(page.getByText("You have already chosen this photo.")).toBeVisible();
  await arrived(1);
  await userEvent.upload(picker, await pictureFile(10));
  await expect.element(page.getByText("You have already chosen this photo.")).not.toBeInTheDocument();
  await expect.poll(() => deployment.calls(api.profiles.uploadPhoto)).toHaveLength(2);
  await arrived(1);
});

test("a small photo is accepted with a warning, and for an unreadable HEIC photo the form says how to make a JPEG", async () => {
  await showForm();
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await userEvent.upload(picker, await pictureFile(10, "me.jpg", [280, 400]));
  await expect.element(page.getByText(/small and may look blurry\. You can keep it\./)).toBeVisible();
  await userEvent.upload(picker, new File(["ftypheic"], "IMG_1.HEIC", { type: "image/heic" }));
  await expect.element(page.getByText(/^This browser cannot read HEIC photos\./)).toBeVisible();
  await expect.element(chosen(), { message: "the earlier photo stays" }).toBeVisible();
  chooseByScript(new File([new Uint8Array(20 * 1024 * 1024 + 1)], "huge.jpg", { type: "image/jpeg" }));
  await expect.element(page.getByText("This photo is over 20 MB. Please choose a smaller one")).toBeVisible();
  expect(deployment.calls(api.profiles.uploadPhoto)).toHaveLength(1);
});

test("a photo with an orientation tag is sent upright, without the tag", async () => {
  await showForm();
  const upload = deployment.hold(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await sidewaysPhoto());
  await expect.poll(() => deployment.calls(api.profiles.uploadPhoto)).toHaveLength(1);
  const [call] = deployment.calls(api.profiles.uploadPhoto);
  expect(await sizeOf(call?.image)).toEqual([84, 120]);
  expect(new TextDecoder("latin1").decode(call?.image)).not.toContain("Exif");
  upload.answer(uploaded());
  await arrived(1);
});

test("a saved photo can be cropped again, and stays as it was if it does not load", async () => {
  const file = URL.createObjectURL(await pictureFile(10, "me.jpg", [700, 1000]));
  onTestFinished(() => URL.revokeObjectURL(file));
  const photos = shownAt(file).map((photo) => ({ ...photo, photoId: newId("photos") }));
  showTo(member({ photos }), "/edit-profile");
  const crop = page.getByRole("button", { name: "Crop the first photo" });
  const fetching = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  onTestFinished(() => fetching.mockRestore());
  await crop.click();
  await expect.element(page.getByText("This photo did not load. Please try again.")).toBeVisible();
  expect(page.getByAltText("Your photo", { exact: true }).elements()).toHaveLength(1);

  fetching.mockRestore();
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await crop.click();
  await expect.element(cropping.getByRole("group", { name: /^Your photo on the card/ })).toHaveFocus();
  await userEvent.keyboard("+++");
  await page.getByRole("button", { name: "Use photo" }).click();
  await arrived(1);
  const [call] = deployment.calls(api.profiles.uploadPhoto);
  expect(await sizeOf(call?.image)).toEqual([483, 690]);
  await expect.element(crop, { message: "the button was disabled meanwhile" }).toHaveFocus();
});

test("a photo saved during this visit can be cropped again from its full size", async () => {
  const photo = uploaded();
  showTo(member({ photos: [] }), "/edit-profile");
  deployment.answer(api.profiles.uploadPhoto, photo);
  await userEvent.upload(picker, await pictureFile(10, "me.jpg", [1200, 600]));
  await page.getByRole("button", { name: "Use photo" }).click();
  await arrived(1);
  showTo(member({ photos: [photo] }), "/edit-profile");
  await page.getByRole("button", { name: "Crop the first photo" }).click();
  await expect.poll(() => frameSize()).toEqual([1200, 600]);
});

test("a member can reorder saved photos without sending any of them again", async () => {
  const photos = [1, 2].flatMap(() => shownAt(undefined).map((photo) => ({ ...photo, photoId: newId("photos") })));
  const me = member({ photos });
  showTo(me, "/edit-profile");
  await page.getByRole("button", { name: "Make first: the second photo" }).click();
  deployment.answer(api.profiles.update, null);
  await page.getByRole("button", { name: "Update Profile" }).click();
  const order = [photos[1]?.photoId, photos[0]?.photoId];
  await expect.poll(() => deployment.calls(api.profiles.update)).toMatchObject([{ profile: { photoIds: order } }]);
});

async function showForm() {
  const me = newcomer();
  showTo(me, "/create-profile");
  await expect.element(create).toBeVisible();
  deployment.answerAndChange(api.profiles.create, api.profiles.me, applicant({ _id: me._id }));
}

async function arrived(count: number): Promise<void> {
  await expect.poll(() => chosen().elements()).toHaveLength(count);
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
}

function frameSize(): number[] {
  const image = cropping.element().querySelector("img");
  return image === null ? [] : [image.naturalWidth, image.naturalHeight];
}

async function sizeOf(image: ArrayBuffer | undefined): Promise<number[]> {
  const { width, height } = await createImageBitmap(new Blob([image ?? new ArrayBuffer()]));
  return [width, height];
}

/** A photo of 90 by 120, stored as 120 by 90 with a camera's orientation tag. */
async function sidewaysPhoto(): Promise<File> {
  const file = new Uint8Array(await (await pictureFile(30, "me.jpg", [120, 90])).arrayBuffer());
  const note = [
    0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0,
    0,
  ];
  const marker = [0xff, 0xe1, 0, note.length + 2, ...note];
  return new File([file.slice(0, 2), new Uint8Array(marker), file.slice(2)], "sideways.jpg", { type: "image/jpeg" });
}
