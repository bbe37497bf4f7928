import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { resize } from "../../testing/page";
import { match } from "../../testing/people";
import { log, newThread, send, showThread } from "./chat.testing";

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

test("a message reads in the direction of its own text, whatever the name", async () => {
  const thread = newThread(match("محمد"));
  thread.write("See you at the gate!");
  showThread(thread);
  await box.fill("ملتے ہیں!");
  await send.click();
  const directionOf = (text: string) => getComputedStyle(log.getByText(text).element()).direction;
  await expect.element(log.getByText("ملتے ہیں!")).toBeVisible();
  expect(directionOf("See you at the gate!")).toBe("ltr");
  expect(directionOf("ملتے ہیں!")).toBe("rtl");
});
