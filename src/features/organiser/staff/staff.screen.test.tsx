import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import {
  answerStaff,
  deployment,
  everythingShown,
  newTokens,
  show,
  showToModerator,
  showToOrganiser,
} from "../../../testing/page";
import { newId, ownStaff } from "../../../testing/people";
import { field, type } from "../../../testing/forms";
import { answerDashboard } from "../../moderator/desk.testing";

type Member = FunctionReturnType<typeof api.organiser.staff>[number];

type Invitation = FunctionReturnType<typeof api.organiser.invitations>[number];

const pathname = () => window.location.pathname;
const staff = page.getByRole("heading", { name: "Staff" });

function member(email: string, more: Partial<Member> = {}): Member {
  return {
    _id: newId("users"),
    email,
    kind: "moderator",
    since: Date.now() - 86_400_000,
    secondFactor: false,
    seenAt: null,
    ...more,
  };
}

function invitation(email: string, more: Partial<Invitation> = {}): Invitation {
  const expiresAt = Date.now() + 86_400_000;
  return { _id: newId("invitations"), email, kind: "moderator", isNew: true, by: "ines", expiresAt, ...more };
}

function showStaff(staff: Member[], invitations: Invitation[] = []) {
  deployment.answer(api.organiser.staff, staff);
  deployment.answer(api.organiser.invitations, invitations);
  deployment.answer(api.organiser.isSecondFactorRequired, false);
  showToOrganiser("/organiser/staff");
}

test("an organiser signs in where moderators do, and lands on the organisers' screens", async () => {
  show("/moderator/login");
  answerStaff("organiser");
  deployment.answer(api.organiser.staff, []);
  deployment.answer(api.organiser.invitations, []);
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  await type({ Email: "ines@festival.test", Password: "Correct horse 7" });
  await expect.element(field("Email")).toHaveValue("ines@festival.test");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect.element(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  expect(pathname()).toMatch(/^\/organiser/);
});

test("on a phone the row of sections shows the one that is open", async () => {
  showStaff([]);
  await expect.element(page.getByRole("link", { name: "Staff" })).toBeInViewport({ ratio: 0.9 });
});

test("the list of staff shows each one's kind and who is on now", async () => {
  showStaff([
    member("ines@festival.test", { kind: "organiser", seenAt: Date.now() - 60_000 }),
    member("mona@festival.test", { seenAt: Date.parse("2025-12-18T18:35:00Z") }),
    member("neil@festival.test"),
  ]);
  await expect.element(staff).toBeVisible();
  const row = (email: string) => page.getByRole("listitem").filter({ hasText: email });
  await expect.element(row("ines@festival.test")).toHaveTextContent(/Organiser.*On now/);
  await expect.element(row("mona@festival.test")).toHaveTextContent(/Moderator.*Last here 19 Dec, 00:05/);
  await expect.element(row("neil@festival.test")).toHaveTextContent(/Moderator.*Not signed in/);
});

test("an organiser can switch between moderating and organising", async () => {
  answerStaff("organiser");
  answerDashboard({});
  showStaff([]);
  await page.getByRole("link", { name: "Moderate" }).click();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Organise" }).click();
  await expect.element(page.getByRole("link", { name: "Moderate" })).toBeVisible();
  expect(pathname()).toBe("/organiser");
});

test("a moderator is sent back to their dashboard, a visitor to the sign-in, and neither sees an organisers' screen", async () => {
  answerDashboard({});
  const shown = everythingShown();
  showToModerator("/organiser/staff");
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  expect(pathname()).toBe("/moderator/dashboard");
  await expect.element(page.getByRole("link", { name: "Organise" })).not.toBeInTheDocument();

  window.localStorage.clear();
  show("/organiser");
  await expect.element(page.getByRole("heading", { name: "Moderator Login" })).toBeVisible();
  expect(shown()).not.toMatch(/Tickets|Money/);
});

test("an invitation takes an address and a kind; the form shows a wrong address and a refusal", async () => {
  showStaff([]);
  await page.getByRole("button", { name: "Invite" }).click();
  const send = page.getByRole("button", { name: "Send the invitation" });
  await type({ Email: "mona" });
  await send.click();
  await expect.element(page.getByText("Please enter a valid email address")).toBeVisible();
  deployment.refuse(api.organiser.invite, "BAD_INPUT", "This address already belongs to the staff.");
  await type({ Email: "mona@festival.test" });
  await send.click();
  await expect.element(page.getByText("This address already belongs to the staff.")).toBeVisible();

  deployment.answer(api.organiser.invite, null);
  await send.click();
  await expect.element(page.getByText("Invitation sent")).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
  expect(deployment.calls(api.organiser.invite).at(-1)).toEqual({ email: "mona@festival.test", kind: "moderator" });
});

test("an address that is already staff is marked at its field, before the password question", async () => {
  showStaff([member("mona@festival.test")]);
  await page.getByRole("button", { name: "Invite" }).click();
  await type({ Email: "Mona@festival.test" });
  await page.getByRole("radio", { name: "Organiser" }).click();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect.element(field("Email")).toHaveAccessibleDescription(/This address already belongs to the staff/);
  await expect.element(page.getByRole("heading", { name: /an organiser\?/ })).not.toBeInTheDocument();
});

test("inviting an organiser needs the password", async () => {
  showStaff([]);
  await page.getByRole("button", { name: "Invite" }).click();
  await type({ Email: "ida@festival.test" });
  await page.getByRole("radio", { name: "Organiser" }).click();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect.element(page.getByRole("heading", { name: "Make ida@festival.test an organiser?" })).toBeVisible();
  await page.getByLabelText("Your password", { exact: true }).fill("Lights 7!");
  deployment.answer(api.organiser.makeOrganiser, null);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect.element(page.getByText("Invitation sent")).toBeVisible();
  expect(deployment.calls(api.organiser.makeOrganiser)).toEqual([
    { email: "ida@festival.test", password: "Lights 7!" },
  ]);
  expect(deployment.calls(api.organiser.invite)).toEqual([]);
});

test("sent links are listed, and can be sent again or withdrawn", async () => {
  const [mona, neil] = [
    invitation("mona@festival.test"),
    invitation("neil@festival.test", { isNew: false, expiresAt: Date.now() - 1 }),
  ];
  showStaff([], [mona, neil]);
  await expect.element(page.getByText(/New password · Sent by ines · expired/)).toBeVisible();
  deployment.answer(api.organiser.resend, null);
  await page.getByRole("button", { name: "Send again to neil@festival.test" }).click();
  await expect.element(page.getByText("Invitation sent")).toBeVisible();
  expect(deployment.calls(api.organiser.resend)).toEqual([{ id: neil._id }]);

  deployment.answer(api.organiser.withdraw, () => {
    deployment.answer(api.organiser.invitations, [neil]);
    return null;
  });
  await page.getByRole("button", { name: "Withdraw the link of mona@festival.test" }).click();
  await expect.element(page.getByText("mona@festival.test")).not.toBeInTheDocument();
});

test("removing a moderator asks first, says what follows, and takes them off the list", async () => {
  const mona = member("mona@festival.test");
  showStaff([mona]);
  await page.getByRole("button", { name: "Manage mona@festival.test" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByText(/signed out everywhere at once/)).toBeVisible();
  expect(deployment.calls(api.organiser.removeMember)).toEqual([]);
  deployment.answer(api.organiser.removeMember, () => {
    deployment.answer(api.organiser.staff, []);
    return null;
  });
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByText("mona@festival.test")).not.toBeInTheDocument();
  expect(deployment.calls(api.organiser.removeMember)).toEqual([{ userId: mona._id }]);
});

test("an organiser can make a moderator an organiser, but cannot change their own account", async () => {
  const me = ownStaff("organiser", { email: "ines@festival.test", secondFactor: true });
  const mona = member("mona@festival.test");
  deployment.answer(api.staff.me, me);
  showStaff([member(me.email, { _id: me._id, kind: me.kind, secondFactor: me.secondFactor }), mona]);
  deployment.answer(api.organiser.makeOrganiser, null);
  await page.getByRole("button", { name: "Manage mona@festival.test" }).click();
  await page.getByRole("button", { name: "Make an organiser" }).click();
  await page.getByLabelText("Your password", { exact: true }).fill("Lights 7!");
  await page.getByLabelText("Code from your authenticator app").fill("123456");
  await page.getByRole("button", { name: "Make an organiser" }).click();
  await expect.element(page.getByText("Changed")).toBeVisible();
  const proof = { password: "Lights 7!", code: "123456" };
  expect(deployment.calls(api.organiser.makeOrganiser)).toEqual([{ email: mona.email, ...proof }]);

  await page.getByRole("button", { name: "Manage ines@festival.test" }).click();
  await expect.element(page.getByText("Another organiser can change or remove you.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove" })).not.toBeInTheDocument();
});

test("before requiring a second factor of all staff, an organiser reads how many of them have none", async () => {
  const me = ownStaff("organiser");
  deployment.answer(api.staff.me, me);
  showStaff([
    member(me.email, { _id: me._id, kind: me.kind, secondFactor: me.secondFactor }),
    ...["mona", "neil", "omar"].map((name) => member(`${name}@festival.test`)),
    ...["pia", "quin"].map((name) => member(`${name}@festival.test`, { secondFactor: true })),
  ]);
  deployment.answer(api.organiser.requireSecondFactor, null);
  const rule = page.getByRole("switch", { name: "All staff need a second factor" });
  const question = page.getByRole("dialog");
  await rule.click();
  await expect
    .element(question)
    .toHaveTextContent(/4 of 6 have none, and you are one of them\. From now on they can do nothing here until/);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(deployment.calls(api.organiser.requireSecondFactor)).toEqual([]);
  await rule.click();
  await question.getByRole("button", { name: "Require it now" }).click();
  await expect.poll(() => deployment.calls(api.organiser.requireSecondFactor)).toEqual([{ required: true }]);
});

test("changing or removing another organiser needs the password", async () => {
  const ida = member("ida@festival.test", { kind: "organiser", secondFactor: true });
  showStaff([ida]);
  deployment.answer(api.organiser.changeOrganiser, null);
  const acts = [
    ["Make a moderator", "makeModerator", "Changed"],
    ["Turn off the second factor", "turnOffSecondFactor", "Second factor turned off"],
    ["Remove", "remove", "Removed"],
  ] as const;
  for (const [name, , done] of acts) {
    await page.getByRole("button", { name: "Manage ida@festival.test" }).click();
    await page.getByRole("button", { name }).click();
    await expect.element(page.getByText(/is an organiser, so we ask for your password again/)).toBeVisible();
    await page.getByRole("button", { name }).click();
    await expect.element(page.getByText("Please enter your password")).toBeVisible();
    await page.getByLabelText("Your password", { exact: true }).fill("Lights 7!");
    await page.getByRole("button", { name }).click();
    await expect.element(page.getByText(done, { exact: true })).toBeVisible();
  }
  expect(deployment.calls(api.organiser.changeOrganiser)).toEqual(
    acts.map(([, act]) => ({ userId: ida._id, act, password: "Lights 7!" })),
  );
  expect(deployment.calls(api.organiser.removeMember)).toEqual([]);
  expect(deployment.calls(api.organiser.turnOffSecondFactor)).toEqual([]);
});

test("an organiser who changed many staff accounts within an hour confirms the next removal with the password", async () => {
  const mona = member("mona@festival.test");
  showStaff([mona]);
  deployment.refuse(api.organiser.removeMember, "TOO_MANY_TRIES", "Please confirm it with your password.");
  deployment.answer(api.organiser.changeOrganiser, null);
  await page.getByRole("button", { name: "Manage mona@festival.test" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByText(/changed many staff accounts within an hour/)).toBeVisible();
  await page.getByLabelText("Your password", { exact: true }).fill("Lights 7!");
  await page.getByRole("button", { name: "Remove" }).click();
  await expect
    .poll(() => deployment.calls(api.organiser.changeOrganiser))
    .toEqual([{ userId: mona._id, act: "remove", password: "Lights 7!" }]);
});

test("an organiser can require a second factor of all staff, and turn off a moderator's", async () => {
  const mona = member("mona@festival.test", { secondFactor: true });
  showStaff([mona]);
  deployment.answer(api.organiser.requireSecondFactor, ({ required }) => {
    deployment.answer(api.organiser.isSecondFactorRequired, required);
    return null;
  });
  await expect
    .element(page.getByRole("link", { name: "Your second factor" }))
    .toHaveAttribute("href", "/staff/security");
  const rule = page.getByRole("switch", { name: "All staff need a second factor" });
  await rule.click();
  await expect.element(rule).toBeChecked();
  expect(deployment.calls(api.organiser.requireSecondFactor)).toEqual([{ required: true }]);

  deployment.answer(api.organiser.turnOffSecondFactor, null);
  await page.getByRole("button", { name: "Manage mona@festival.test" }).click();
  await page.getByRole("button", { name: "Turn off the second factor" }).click();
  await expect.element(page.getByText(/sign in with their password alone/)).toBeVisible();
  expect(deployment.calls(api.organiser.turnOffSecondFactor)).toEqual([]);
  await page.getByRole("button", { name: "Turn off the second factor" }).click();
  await expect.element(page.getByText("Second factor turned off")).toBeVisible();
  expect(deployment.calls(api.organiser.turnOffSecondFactor)).toEqual([{ userId: mona._id }]);
});
