import { expect, test } from "vitest";
import { photoError } from "./photoError";

const threeMegabytes = 3 * 1024 * 1024;

test("a photo of a usual type and size is accepted", () => {
  for (const type of ["image/jpeg", "image/png", "image/webp"]) {
    expect(photoError({ type, size: threeMegabytes - 1 })).toBeNull();
  }
});

test("a file that browsers cannot show as a photo is refused before it is sent", () => {
  for (const type of ["application/pdf", "image/svg+xml", "image/gif", "text/html", ""]) {
    expect(photoError({ type, size: 10 })).toBe("Please upload an image file");
  }
});

test("a picture of 3 MB or more is refused before it is sent", () => {
  expect(photoError({ type: "image/jpeg", size: threeMegabytes })).toBe("Image size should be less than 3MB");
});
