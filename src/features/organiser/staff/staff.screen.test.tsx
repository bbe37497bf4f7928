import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import {
  answerStaff,
  deployment,
  everythingShown,
  newTokens,
  press,
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
const text = (words: string | RegExp) => expect.element(page.getByText(words));
const rule = page.getByRole("switch", { name: "All staff need a second factor" });
const mona = member("mona@festival.test");

test("an organiser signs in where moderators do, lands on Today, and can switch to the desk and back", async () => {
  show("/moderator/login");
  answerStaff("organiser");
  answerDashboard({});
  deployment.answer(api.auth.signIn, { tokens: newTokens() });
  await type({ Email: "ines@festival.test", Password: "Correct horse 7" });
  await press("Sign In");
  await expect.poll(pathname).toBe("/organiser");
  await page.getByRole("link", { name: "Moderate" }).click();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Organise" }).click();
  await expect.poll(pathname).toBe("/organiser");
});

test("a moderator who opens an organisers' screen is sent back to their dashboard, and sees nothing of it", async () => {
  answerDashboard({});
  const shown = everythingShown();
  showToModerator("/organiser/staff");
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  expect(pathname()).toBe("/moderator/dashboard");
  await expect.element(page.getByRole("link", { name: "Organise" })).not.toBeInTheDocument();
  expect(shown()).not.toMatch(/Tickets|Money/);
});

test("the list of staff shows each one's kind and who is on now; on a phone its section is in view", async () => {
  showStaff([
    member("ines@festival.test", { kind: "organiser", seenAt: Date.now() - 60_000 }),
    { ...mona, seenAt: Date.parse("2025-12-18T18:35:00Z") },
    member("neil@festival.test"),
  ]);
  const row = (email: string) => expect.element(page.getByRole("listitem").filter({ hasText: email }));
  await row("ines@festival.test").toHaveTextContent(/Organiser.*On now/);
  await row("mona@festival.test").toHaveTextContent(/Moderator.*Last here 19 Dec, 00:05/);
  await row("neil@festival.test").toHaveTextContent(/Moderator.*Not signed in/);
  await expect.element(page.getByRole("link", { name: "Staff" })).toBeInViewport({ ratio: 0.9 });
});

test("an invitation takes an address and a kind; the form shows a wrong address and a refusal", async () => {
  showStaff([]);
  await press("Invite");
  await type({ Email: "mona" });
  await press("Send the invitation");
  await text("Please enter a valid email address").toBeVisible();
  deployment.refuse(api.organiser.invite, "BAD_INPUT", "This address already belongs to the staff.");
  await type({ Email: mona.email });
  await press("Send the invitation");
  await text("This address already belongs to the staff.").toBeVisible();

  deployment.answer(api.organiser.invite, null);
  await press("Send the invitation");
  await text("Invitation sent").toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(deployment.calls(api.organiser.invite).at(-1)).toEqual({ email: mona.email, kind: "moderator" });
});

test("inviting an organiser needs the password, but first an address that is not staff", async () => {
  showStaff([mona]);
  await press("Invite");
  await type({ Email: "Mona@festival.test" });
  await page.getByRole("radio", { name: "Organiser" }).click();
  await press("Send the invitation");
  await expect.element(field("Email")).toHaveAccessibleDescription(/This address already belongs to the staff/);
  await expect.element(page.getByRole("heading", { name: /an organiser\?/ })).not.toBeInTheDocument();
  await type({ Email: "ida@festival.test" });
  await press("Send the invitation");
  await expect.element(page.getByRole("heading", { name: "Make ida@festival.test an organiser?" })).toBeVisible();
  deployment.answer(api.organiser.makeOrganiser, null);
  await confirmWithPassword("Send the invitation");
  await text("Invitation sent").toBeVisible();
  const ida = { email: "ida@festival.test", password: "Lights 7!" };
  expect(deployment.calls(api.organiser.makeOrganiser)).toEqual([ida]);
  expect(deployment.calls(api.organiser.invite)).toEqual([]);
});

test("sent links are listed, and can be sent again or withdrawn", async () => {
  const neil = invitation("neil@festival.test", { isNew: false, expiresAt: Date.now() - 1 });
  showStaff([], [invitation("mona@festival.test"), neil]);
  await text(/New password · Sent by ines · expired/).toBeVisible();
  deployment.answer(api.organiser.resend, null);
  await press("Send again to neil@festival.test");
  await text("Invitation sent").toBeVisible();
  expect(deployment.calls(api.organiser.resend)).toEqual([{ id: neil._id }]);

  deployment.answerAndChange(api.organiser.withdraw, api.organiser.invitations, [neil]);
  await press("Withdraw the link of mona@festival.test");
  await text("mona@festival.test").not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Send again to neil@festival.test" })).toHaveFocus();
  deployment.answerAndChange(api.organiser.withdraw, api.organiser.invitations, []);
  await press("Withdraw the link of neil@festival.test");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("an act on a moderator asks first and says what follows; a removed one leaves the list", async () => {
  showStaff([{ ...mona, secondFactor: true }]);
  deployment.answer(api.organiser.turnOffSecondFactor, null);
  await openAct("Turn off the second factor");
  await text(/sign in with their password alone/).toBeVisible();
  expect(deployment.calls(api.organiser.turnOffSecondFactor)).toEqual([]);
  await press("Turn off the second factor");
  await text("Second factor turned off").toBeVisible();
  expect(deployment.calls(api.organiser.turnOffSecondFactor)).toEqual([{ userId: mona._id }]);

  deployment.answerAndChange(api.organiser.removeMember, api.organiser.staff, []);
  await openAct("Remove");
  await text(/signed out everywhere at once/).toBeVisible();
  expect(deployment.calls(api.organiser.removeMember)).toEqual([]);
  await press("Remove");
  await text("mona@festival.test").not.toBeInTheDocument();
  expect(deployment.calls(api.organiser.removeMember)).toEqual([{ userId: mona._id }]);
});

test("an organiser can make a moderator an organiser, but cannot change their own account", async () => {
  const me = ownStaff("organiser", { email: "ines@festival.test", secondFactor: true });
  deployment.answer(api.staff.me, me);
  showStaff([member(me.email, { _id: me._id, kind: me.kind, secondFactor: me.secondFactor }), mona]);
  deployment.answer(api.organiser.makeOrganiser, null);
  await openAct("Make an organiser");
  await type({ "Code from your authenticator app": "123456" });
  await confirmWithPassword("Make an organiser");
  await text("Changed").toBeVisible();
  const proof = { password: "Lights 7!", code: "123456" };
  expect(deployment.calls(api.organiser.makeOrganiser)).toEqual([{ email: mona.email, ...proof }]);

  await press("Manage ines@festival.test");
  await text("Another organiser can change or remove you.").toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove" })).not.toBeInTheDocument();
});

test("changing or removing another organiser needs the password", async () => {
  const organiser = { ...mona, kind: "organiser" as const, secondFactor: true };
  showStaff([organiser]);
  deployment.answer(api.organiser.changeOrganiser, null);
  const acts = [
    ["Make a moderator", "makeModerator", "Changed"],
    ["Turn off the second factor", "turnOffSecondFactor", "Second factor turned off"],
    ["Remove", "remove", "Removed"],
  ] as const;
  for (const [name, , done] of acts) {
    await openAct(name);
    await text(/is an organiser, so we ask for your password again/).toBeVisible();
    await press(name);
    await text("Please enter your password").toBeVisible();
    await confirmWithPassword(name);
    await expect.element(page.getByText(done, { exact: true })).toBeVisible();
  }
  expect(deployment.calls(api.organiser.changeOrganiser)).toEqual(
    acts.map(([, act]) => ({ userId: organiser._id, act, password: "Lights 7!" })),
  );
  const withoutPassword = [api.organiser.removeMember, api.organiser.turnOffSecondFactor];
  expect(withoutPassword.flatMap((act) => deployment.calls(act))).toEqual([]);
});

test("an organiser who changed many staff accounts within an hour confirms the next removal with the password", async () => {
  showStaff([mona]);
  deployment.refuse(api.organiser.removeMember, "TOO_MANY_TRIES", "Please confirm it with your password.");
  deployment.answer(api.organiser.changeOrganiser, null);
  await openAct("Remove");
  await press("Remove");
  await text(/changed many staff accounts within an hour/).toBeVisible();
  await confirmWithPassword("Remove");
  await expect
    .poll(() => deployment.calls(api.organiser.changeOrganiser))
    .toEqual([{ userId: mona._id, act: "remove", password: "Lights 7!" }]);
});

test("before requiring a second factor of all staff, an organiser reads how many have none; if all have one, nothing is asked", async () => {
  const me = ownStaff("organiser");
  deployment.answer(api.staff.me, me);
  showStaff([
    member(me.email, { _id: me._id, kind: me.kind, secondFactor: me.secondFactor }),
    ...["mona", "neil", "omar"].map((name) => member(`${name}@festival.test`)),
    ...["pia", "quin"].map((name) => member(`${name}@festival.test`, { secondFactor: true })),
  ]);
  deployment.answer(api.organiser.requireSecondFactor, ({ required }) => {
    deployment.answer(api.organiser.isSecondFactorRequired, required);
    return null;
  });
  const security = page.getByRole("link", { name: "Your second factor" });
  await expect.element(security).toHaveAttribute("href", "/staff/security");
  await rule.click();
  await text(/4 of 6 have none, and you are one of them\. From now on they can do nothing here until/).toBeVisible();
  await press("Cancel");
  expect(deployment.calls(api.organiser.requireSecondFactor)).toEqual([]);
  await rule.click();
  await press("Require it now");
  await expect.element(rule).toBeChecked();
  expect(deployment.calls(api.organiser.requireSecondFactor)).toEqual([{ required: true }]);

  deployment.answer(api.organiser.staff, [{ ...mona, secondFactor: true }]);
  deployment.answer(api.organiser.isSecondFactorRequired, false);
  await expect.element(rule).not.toBeChecked();
  await rule.click();
  await expect.element(rule).toBeChecked();
});

function member(email: string, more: Partial<Member> = {}): Member {
  const since = Date.now() - 86_400_000;
  return { _id: newId("users"), email, kind: "moderator", since, secondFactor: false, seenAt: null, ...more };
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

async function openAct(name: string) {
  await press("Manage mona@festival.test");
  await press(name);
}

/** Types the password that the question asks for, and confirms. */
async function confirmWithPassword(button: string) {
  await type({ "Your password": "Lights 7!" });
  await press(button);
}
