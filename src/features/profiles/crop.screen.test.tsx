import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { newcomer, uploaded } from "../../testing/people";
import { picker } from "./profileForm.testing";

const cropping = page.getByRole("dialog", { name: "Your card" });
const frame = cropping.getByRole("group", { name: /^Your photo on the card/ });
const size = cropping.getByRole("slider", { name: "Size of the photo" });

test("the wheel scales the photo from the card's size to four times that", async () => {
  await openWide();
  turnWheel(-100);
  await expect.element(size).toHaveValue("1.5");
  turnWheel(40);
  await expect.element(size).toHaveValue("1.3");
  turnWheel(2_000);
  await expect.element(size).toHaveValue("1");
  turnWheel(-2_000);
  await expect.element(size).toHaveValue("4");
  expect((await usedPhoto()).height, "a quarter of the photo's height").toBe(150);
});

test("two fingers scale the photo by as much as they move apart", async () => {
  await openWide();
  await pinch(60, 120);
  await expect.element(size).toHaveValue("2");
  await pinch(120, 90);
  await expect.element(size).toHaveValue("1.5");
  const { width, height } = await usedPhoto();
  expect([width, height]).toEqual([280, 400]);
});

test("the keys + and - scale the photo in steps, and leave Ctrl and + to the browser", async () => {
  await openWide();
  await userEvent.keyboard("+=");
  await expect.element(size).toHaveValue("1.3");
  await userEvent.keyboard("-");
  await expect.element(size).toHaveValue("1.15");
  const ofBrowser = new KeyboardEvent("keydown", { key: "+", ctrlKey: true, bubbles: true, cancelable: true });
  frame.element().dispatchEvent(ofBrowser);
  expect(ofBrowser.defaultPrevented).toBe(false);
  await userEvent.keyboard("------");
  await expect.element(size).toHaveValue("1");
});

test.each([
  ["{ArrowLeft>12/}", (shade: number) => shade > 140],
  ["{ArrowRight>12/}", (shade: number) => shade < 115],
])("%s moves the photo under the card", async (keys, isMoved) => {
  await openWide();
  await userEvent.keyboard(keys);
  expect(isMoved((await usedPhoto()).shade)).toBe(true);
});

test("every press of Turn counts, even while the photo is still being turned", async () => {
  await openWide();
  await userEvent.keyboard("rr{ArrowLeft}");
  for (let taps = 0; taps < 4; taps++) await page.getByRole("button", { name: "Turn" }).click();
  await expect.element(page.getByRole("button", { name: "Use photo" })).toBeEnabled();
  (frame.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft>12/}");
  expect((await usedPhoto()).shade, "upside down, the right half is the dark one").toBeLessThan(115);
});

test("Back closes the crop dialog and stays on the form, and Forward does not reopen the dialog", async () => {
  await openWide();
  await expect.poll(() => (window.history.state as { sheets?: number }).sheets).toBe(1);
  window.history.back();
  await expect.element(cropping).not.toBeInTheDocument();
  expect(window.location.pathname).toBe("/create-profile");
  window.history.forward();
  await expect.poll(() => (window.history.state as { sheets?: number }).sheets ?? 0).toBe(0);
  await expect.element(cropping).not.toBeInTheDocument();
  await expect.element(picker).toBeVisible();
});

/** A form with a wide photo under the card, black on the left and white on the right. */
async function openWide(): Promise<void> {
  showTo(newcomer(), "/create-profile");
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await userEvent.upload(picker, await gradient());
  await expect.element(frame).toHaveFocus();
}

async function gradient(): Promise<File> {
  const canvas = new OffscreenCanvas(1200, 600);
  const context = canvas.getContext("2d")!;
  const shades = context.createLinearGradient(0, 0, 1200, 0);
  shades.addColorStop(0, "#000");
  shades.addColorStop(1, "#fff");
  context.fillStyle = shades;
  context.fillRect(0, 0, 1200, 600);
  return new File([await canvas.convertToBlob({ type: "image/jpeg" })], "wide.jpg", { type: "image/jpeg" });
}

function turnWheel(deltaY: number): void {
  frame.element().dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true, ...middle() }));
}

/** Pinches around the middle of the photo. Distances of the two fingers in pixels. */
async function pinch(from: number, to: number): Promise<void> {
  const target = frame.element();
  const { clientX, clientY } = middle();
  const finger = (identifier: number, x: number) => new Touch({ identifier, target, clientX: clientX + x, clientY });
  const fingers = (apart: number) => [finger(1, -apart / 2), finger(2, apart / 2)];
  const touch = (type: string, changedTouches: Touch[], touches = changedTouches) =>
    target.dispatchEvent(new TouchEvent(type, { touches, changedTouches, bubbles: true, cancelable: true }));
  touch("touchstart", fingers(from));
  touch("touchmove", fingers(to));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  touch("touchend", fingers(to), []);
}

function middle() {
  const { left, top, width, height } = frame.element().getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

/** Returns the size of the sent part, and the brightness of its middle, 0 to 255. */
async function usedPhoto(): Promise<{ width: number; height: number; shade: number }> {
  await page.getByRole("button", { name: "Use photo" }).click();
  await expect.poll(() => deployment.calls(api.profiles.uploadPhoto)).toHaveLength(1);
  const [call] = deployment.calls(api.profiles.uploadPhoto);
  const bitmap = await createImageBitmap(new Blob([call!.image]));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  const [shade = 0] = context.getImageData(width / 2, height / 2, 1, 1).data;
  return { width, height, shade };
}
