import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { field, type } from "../../testing/forms";
import { deployment, show, showTo } from "../../testing/page";
import { member } from "../../testing/people";

const add = page.getByRole("button", { name: "Add my ticket" });

test("a member adds a ticket on the profile, which reports a wrong code and too many tries", async () => {
  deployment.answer(api.tickets.mine, { asked: true, ticket: null, byAddress: false });
  showTo(member({ atFestivalFirst: false }), "/profile");
  await add.click();
  await expect.element(page.getByText("Please enter the code of your ticket.")).toBeVisible();
  deployment.answer(api.tickets.claim, { kind: "refused" });
  await type({ "Ticket code": "abcd-1234" });
  await add.click();
  await expect.element(page.getByText("This code is not on our list, or it has already been used.")).toBeVisible();
  deployment.answer(api.tickets.claim, { kind: "wait", retryAfter: 700_000 });
  await add.click();
  await expect.element(page.getByText("Too many tries. Please try again in 12 minutes.")).toBeVisible();

  deployment.answer(api.tickets.claim, () => {
    const ticket = { label: "Day pass", claimedAt: Date.now() };
    deployment.answer(api.tickets.mine, { asked: true, ticket, byAddress: false });
    return { kind: "claimed" as const };
  });
  await add.click();
  await expect.element(page.getByText(/^Your ticket is added: Day pass\./)).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
});

test("the profile asks for no ticket if the festival does not, and an address of the festival's is enough", async () => {
  showTo(member(), "/profile");
  const heading = page.getByRole("heading", { name: "At the festival" });
  await expect.element(page.getByRole("heading", { name: "Asha" })).toBeVisible();
  expect(deployment.calls(api.tickets.mine)).toEqual([]);

  deployment.answer(api.tickets.mine, { asked: true, ticket: null, byAddress: true });
  deployment.answer(api.profiles.me, member({ atFestival: true }));
  await expect.element(page.getByText(/^Your address shows that you are at the festival/)).toBeVisible();
  deployment.answer(api.tickets.mine, { asked: false, ticket: null, byAddress: false });
  await expect.element(heading).not.toBeInTheDocument();
});

test("a sign-up asks for a ticket code if the festival requires one, and reports a refused code", async () => {
  deployment.answer(api.tickets.signUpRules, { codes: "required", onlyDomains: ["college.edu"] });
  show("/auth");
  await expect.element(page.getByText("Sign-ups are for addresses of college.edu.")).toBeVisible();
  await expect.element(page.getByText("You also need the code of your ticket.")).toBeVisible();
  deployment.answer(api.auth.sendOtp, null);
  await type({ Email: "asha@college.edu" });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect.element(field("Ticket code")).toBeVisible();
  const refusal = "This code is not on our list, or it has already been used.";
  deployment.refuse(api.auth.verifyOtp, "TICKET_REFUSED", refusal);
  const password = "Correct horse 7!";
  await type({ OTP: "482913", Password: password, "Confirm Password": password, "Ticket code": "abcd-1234" });
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect.element(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
  await expect.element(field("Ticket code")).toHaveFocus();
  expect(deployment.calls(api.auth.verifyOtp)).toEqual([
    { email: "asha@college.edu", otp: "482913", password, ticket: "abcd-1234" },
  ]);
});
