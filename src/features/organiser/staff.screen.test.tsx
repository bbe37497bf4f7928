import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { answerStaff, deployment, newTokens, show, showToModerator, showToOrganiser } from "../../testing/page";
import { newId } from "../../testing/people";
import { field, type } from "../../testing/forms";
import { answerDashboard } from "../moderator/desk.testing";

type Member = FunctionReturnType<typeof api.organiser.staff>[number];

const pathname = () => window.location.pathname;
const staff = page.getByRole("heading", { name: "Staff" });

function member(email: string, more: Partial<Member> = {}): Member {
  return { _id: newId("users"), email, kind: "moderator", since: Date.now() - 86_400_000, seenAt: null, ...more };
}

test("an organiser signs in where moderators do, and lands on the organisers' side", async () => {
  show("/moderator/login");
  deployment.answer(api.staff.me, { _id: newId("users"), email: "ines@festival.test", kind: "organiser" });
  deployment.answer(api.staff.look, null);
  deployment.answer(api.organiser.staff, []);
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  await type({ Email: "ines@festival.test", Password: "Correct horse 7" });
  await expect.element(field("Email")).toHaveValue("ines@festival.test");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect.element(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  expect(pathname()).toMatch(/^\/organiser/);
});

test("the staff are listed with their kind and who is on now", async () => {
  deployment.answer(api.organiser.staff, [
    member("ines@festival.test", { kind: "organiser", seenAt: Date.now() - 60_000 }),
    member("mona@festival.test", { seenAt: Date.now() - 3_600_000 }),
    member("neil@festival.test"),
  ]);
  showToOrganiser("/organiser/staff");
  await expect.element(staff).toBeVisible();
  const row = (email: string) => page.getByRole("listitem").filter({ hasText: email });
  await expect.element(row("ines@festival.test")).toHaveTextContent(/Organiser.*On now/);
  await expect.element(row("mona@festival.test")).toHaveTextContent(/Moderator.*Last here/);
  await expect.element(row("neil@festival.test")).toHaveTextContent(/Moderator.*Not signed in/);
});

test("the two sides lead to each other, for organisers alone", async () => {
  answerStaff("organiser");
  answerDashboard({});
  deployment.answer(api.organiser.staff, []);
  showToOrganiser("/organiser/staff");
  await page.getByRole("link", { name: "Moderate" }).click();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Organise" }).click();
  await expect.element(staff).toBeVisible();
});

test("a moderator is sent back to their dashboard, and a visitor to the sign-in", async () => {
  answerDashboard({});
  showToModerator("/organiser/staff");
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  expect(pathname()).toBe("/moderator/dashboard");
  await expect.element(page.getByRole("link", { name: "Organise" })).not.toBeInTheDocument();

  window.localStorage.clear();
  show("/organiser");
  await expect.element(page.getByRole("heading", { name: "Moderator Login" })).toBeVisible();
});
