import { expect, test } from "vitest";
import { photoError, unreadableError } from "./photoError";

const megabyte = 1024 * 1024;
const file = (type: string, size = 10, name = "me.jpg") => ({ type, size, name });

test("a photo in a format that phones use is accepted, up to 20 MB", () => {
  for (const type of ["image/jpeg", "image/png", "image/webp", "image/avif", "image/heic", "image/heif"]) {
    expect(photoError(file(type, 20 * megabyte))).toBeNull();
    expect(photoError(file(type, 20 * megabyte + 1))).toBe("This photo is over 20 MB. Please choose a smaller one");
  }
  expect(photoError(file("", 10, "IMG_0042.HEIC")), "a HEIC file without a type").toBeNull();
});

test("a file that is not a photo is refused by its type", () => {
  for (const type of ["application/pdf", "image/svg+xml", "image/gif", "text/html", ""]) {
    expect(photoError(file(type))).toBe("Please upload an image file");
  }
});

test("a photo that the browser cannot read gets a sentence that helps", () => {
  expect(unreadableError(file("image/heic", 10, "a.heic"))).toMatch(/^This browser cannot read HEIC photos\. /);
  expect(unreadableError(file("image/jpeg"))).toBe("Error processing image. Please try again.");
  expect(unreadableError(file("image/jpeg", 3 * megabyte)), "it cannot be made smaller").toBe(
    "Image size should be less than 3MB",
  );
});
