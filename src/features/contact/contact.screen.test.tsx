import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { field, hostile, refusesEach, type } from "../../testing/forms";
import { deployment, show, showTo } from "../../testing/page";
import { member } from "../../testing/people";

const send = page.getByRole("button", { name: "Send Message" });
const sent = page.getByText("Message sent successfully! We will get back to you soon.");
const failed = page.getByText("Failed to send message. Please try again later.");
const fillAll = "Please fill all required fields";
const right = {
  Name: "Asha",
  Email: "asha@college.edu",
  Subject: "Lost wristband",
  Message: `${hostile.script} ${hostile.rightToLeft}`,
};

test("the contact form refuses each bad field with its sentence, and sends a hostile message once, as typed", async () => {
  show("/contact");
  await refusesEach("Send Message", right, [
    [{ Name: "", Email: "", Subject: "", Message: "" }, fillAll, "Please enter your email"],
    [{ Message: hostile.invisible }, fillAll],
    [
      { Name: "x".repeat(61), Email: "asha", Subject: "x".repeat(121) },
      "Name must be at most 60 characters",
      "Please enter a valid email address",
      "Subject must be at most 120 characters",
    ],
  ]);
  expect(deployment.calls(api.contact.send)).toEqual([]);
  deployment.answer(api.contact.send, null);
  await send.dblClick();
  await expect.element(sent).toBeVisible();
  await expect.element(field("Message")).toHaveValue("");
  const confirmation = page
    .getByRole("status")
    .filter({ hasText: "They'll reply to asha@college.edu within 48 hours." });
  await expect.element(confirmation).toBeVisible();
  expect(deployment.calls(api.contact.send)).toMatchObject([
    {
      name: "Asha",
      email: "asha@college.edu",
      subject: "Lost wristband",
      message: expect.stringContaining(hostile.script),
    },
  ]);
  const address = page.getByRole("link", { name: /@/ });
  await expect.element(address).toHaveAttribute("href", expect.stringMatching(/^mailto:.+@.+/));
});

test("a signed-in person's name and address are filled in and can be changed; a message that cannot be sent keeps every field", async () => {
  showTo(member({ name: "Kavya", email: "kavya@college.edu" }), "/contact");
  await expect.element(field("Name")).toHaveValue("Kavya");
  await expect.element(field("Email")).toHaveValue("kavya@college.edu");
  deployment.break(api.contact.send);
  const typed = { Name: "Kavya's sister", Subject: "Lost wristband", Message: "Blue." };
  await type(typed);
  await send.click();
  await expect.element(failed).toBeVisible();
  for (const [label, text] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(text);
  deployment.answer(api.contact.send, null);
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(field("Message")).toHaveValue("");
  await expect.element(field("Name")).toHaveValue("Kavya");
  const message = { name: "Kavya's sister", email: "kavya@college.edu" };
  expect(deployment.calls(api.contact.send).at(-1)).toMatchObject(message);
});

test("text typed while a message is on its way stays in the form", async () => {
  show("/contact");
  await type(right);
  const answer = deployment.hold(api.contact.send);
  await send.click();
  await expect.poll(() => deployment.calls(api.contact.send)).toHaveLength(1);
  await field("Message").fill("It is blue.");
  answer.answer(null);
  await expect.element(sent).toBeVisible();
  await expect.element(field("Message")).toHaveValue("It is blue.");
});
