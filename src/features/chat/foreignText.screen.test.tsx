import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { resize } from "../../testing/page";
import { match } from "../../testing/people";
import { newThread, showThread } from "./chat.testing";

const box = page.getByRole("textbox", { name: "Message to" });
const sizeOf = (role: "link" | "button", name: string) =>
  page.getByRole(role, { name, exact: true }).element().getBoundingClientRect();

test("an upright phone with its keyboard open keeps a long handle in one line below the name", async () => {
  showThread(newThread(match("Lakshmi Narasimhan Iyer", { instagramHandle: "lakshmi.narasimhan_04" })));
  await resize(360, 300);
  await expect.element(box).toBeVisible();
  expect(sizeOf("link", "@lakshmi.narasimhan_04 on Instagram").height).toBeLessThan(50);
});

test("a long name without a space ends before the button beside it", async () => {
  const name = "Wilhelminakonstantinaramanathapuramvenkatasubraman";
  showThread(newThread(match(name)));
  await resize(320, 568);
  await expect.element(box).toBeVisible();
  const nameLine = page.getByRole("button", { name: `${name}, 22`, exact: true }).element();
  expect(nameLine.scrollWidth).toBeLessThanOrEqual(nameLine.clientWidth);
  expect(sizeOf("button", `${name}, 22`).right).toBeLessThanOrEqual(sizeOf("button", `More about ${name}`).left);
});
