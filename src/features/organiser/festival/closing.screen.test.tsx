import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import { festival } from "../../../testing/festival";
import { field, type } from "../../../testing/forms";
import { deployment, press, show, showTo, showToOrganiser } from "../../../testing/page";
import { member, ownStaff } from "../../../testing/people";
import type { Status } from "./ClosingProof";

const DAY = 86_400_000;
const at = (days: number) => Date.now() + days * DAY;
const dateIn = (days: number) => new Date(at(days)).toISOString().slice(0, 10);

function planned(more: Partial<Status> = {}): Status {
  return {
    ...{ festival: "Moonlights", timeZone: "Asia/Kolkata", stage: "planned", lastDay: dateIn(-3), endableAt: null },
    ...{ erasesOn: dateIn(27), latestDay: dateIn(57) },
    ...{ announcesAt: at(13), stopsAt: at(20), erasesAt: at(27), announcedAt: null, stoppedAt: null },
    ...{ startedAt: null, doneAt: null, phase: null, batches: 0, steps: [], proof: null },
    ...more,
  };
}

function showClosing(more: Partial<Status> = {}) {
  deployment.answer(api.festival.settings, withTexts(festival));
  deployment.answer(api.closing.status, planned(more));
  showToOrganiser("/organiser/close");
}

const button = (name: string) => page.getByRole("button", { name });
const dialog = page.getByRole("dialog");

test("an organiser announces the closing after a question, and postpones the day of deletion, but not to an impossible day", async () => {
  showClosing();
  await expect.element(page.getByRole("heading", { name: "We tell the members" })).toBeVisible();
  deployment.answer(api.closing.announce, null);
  await press("Tell them now");
  await dialog.getByRole("button", { name: "Tell them now" }).click();
  await expect.element(page.getByText("Everyone is being told")).toBeVisible();

  deployment.answer(api.closing.plan, null);
  const saveDay = async (day: number) => {
    await field("Day of deletion").fill(dateIn(day));
    await press("Save the day");
  };
  await saveDay(0);
  await expect.element(field("Day of deletion")).toHaveAccessibleDescription(/a future day, after the festival/);
  await saveDay(60);
  await expect.element(field("Day of deletion")).toHaveAccessibleDescription(/The privacy page promises/);
  await expect.element(dialog).not.toBeInTheDocument();
  await saveDay(40);
  await expect.element(page.getByText("Day saved")).toBeVisible();
  expect(deployment.calls(api.closing.plan)).toEqual([{ day: dateIn(40), seen: dateIn(27) }]);
});

test("once everyone has been told, the page does not ask whether to delete them", async () => {
  showClosing();
  const announced = deployment.hold(api.closing.announce);
  await press("Tell them now");
  await dialog.getByRole("button", { name: "Tell them now" }).click();
  await expect.poll(() => deployment.calls(api.closing.announce)).toHaveLength(1);
  deployment.answer(api.closing.status, planned({ stage: "announced", announcedAt: at(0), endableAt: at(1) }));
  await expect.element(button("Delete everyone now")).toBeDisabled();
  await expect.element(dialog).not.toBeInTheDocument();
  announced.answer(null);
  await expect.element(page.getByText("Everyone is being told")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("after new days in another time zone, the closing's dates are in the new zone", async () => {
  const stopsAt = Date.parse("2031-01-17T22:30:00Z");
  showClosing({ stopsAt });
  const list = page.getByRole("region", { name: "Close" });
  await expect.element(list).toHaveTextContent("18 January 2031 at 04:00");
  deployment.answer(api.closing.status, planned({ stopsAt: stopsAt + DAY, timeZone: "Asia/Tokyo" }));
  await expect.element(list).toHaveTextContent("19 January 2031 at 07:30");
});

test("an earlier deletion needs the festival's name, the password and the second factor's code; a refusal keeps the question open", async () => {
  deployment.answer(api.staff.me, ownStaff("organiser", { secondFactor: true }));
  showClosing({ stage: "announced", announcedAt: at(-2), endableAt: at(-1) });
  await press("Delete everyone now");
  await type({ 'Type "Moonlights"': "moonlights" });
  await press("Delete everyone now");
  await expect.element(dialog.getByText("That isn't the name. Capitals count.")).toBeVisible();
  await expect.element(dialog.getByText("Please enter your password")).toBeVisible();
  await expect.element(dialog.getByText("Please enter the code, or a recovery code")).toBeVisible();
  expect(deployment.calls(api.closing.begin)).toEqual([]);
  const proof = { 'Type "Moonlights"': "Moonlights", "Your password": "Lights 7!" };
  const code = "Code from your authenticator app";
  deployment.refuse(api.closing.begin, "BAD_INPUT", "That is not your password.");
  await type({ ...proof, [code]: "000000" });
  await press("Delete everyone now");
  await expect.element(page.getByText("That is not your password.")).toBeVisible();
  deployment.answer(api.closing.begin, null);
  await type({ [code]: " 123456 " });
  await press("Delete everyone now");
  await expect.element(page.getByText("Deleting has begun")).toBeVisible();
  const sent = { name: "Moonlights", password: "Lights 7!", code: "123456" };
  expect(deployment.calls(api.closing.begin).at(-1)).toEqual(sent);

  await field("Day of deletion").fill(dateIn(9));
  await press("Save the day");
  await type({ ...proof, [code]: "123456" });
  await press("Save the day");
  await expect.element(page.getByText("Day saved")).toBeVisible();
  const sooner = { day: dateIn(9), seen: dateIn(27) };
  expect(deployment.calls(api.closing.begin).at(-1)).toEqual({ ...sent, sooner });
});

test("deleting is impossible before the announcement and for a day after it, and the page says when it becomes possible", async () => {
  showClosing();
  await expect.element(page.getByText(/^Tell everyone first\./)).toBeVisible();
  await expect.element(button("Delete everyone now")).not.toBeInTheDocument();
  await expect.element(button("Tell them now")).toBeEnabled();
  deployment.answer(api.closing.status, (): Status =>
    planned({ stage: "announced", announcedAt: at(0), endableAt: at(1) }),
  );
  await expect.element(page.getByText(/^Possible from .*: a day after everyone was told/)).toBeVisible();
  await expect.element(button("Delete everyone now")).toBeDisabled();
});

test("long after the last day no other day can be chosen, and the page says how to correct wrong days", async () => {
  showClosing({ lastDay: dateIn(-400), erasesOn: dateIn(7), latestDay: dateIn(-340), endableAt: at(-1) });
  await expect.element(page.getByText(/correct them above/)).toBeVisible();
  await expect.element(button("Save the day")).not.toBeInTheDocument();
  await expect.element(button("Delete everyone now")).toBeVisible();
});

test("after the erasing the proof shows what was erased, kept, found and left, and the closing offers no button", async () => {
  const steps = [
    { table: "profiles", before: 10_000, erased: 10_000, after: 0, kept: null },
    { table: "users", before: 10_002, erased: 10_000, after: 2, kept: "the staff" },
    { table: "_storage", before: 40_000, erased: 40_000, after: 0, kept: null },
  ];
  const proof = { at: at(0), picked: 20, found: [], texts: 812, left: 0 };
  const done = { stage: "done", phase: "done", announcedAt: at(-14), stoppedAt: at(-7), startedAt: at(0) } as const;
  showClosing({ ...done, announcedAt: null, doneAt: at(0), steps, proof });
  await expect.element(page.getByText("Left out")).toBeVisible();
  await expect.element(page.getByText("Everything that should be deleted is gone.")).toBeVisible();
  await expect.element(page.getByText("Member accounts deleted: 10,000.")).toBeVisible();
  await page.getByText("All tables").click();
  await expect.element(page.getByRole("row", { name: /users 10,002 10,000 2/ })).toBeVisible();
  const closing = page.getByRole("region", { name: "Close", exact: true });
  await expect.element(closing).toBeVisible();
  expect(closing.getByRole("button").elements()).toEqual([]);
  await expect.element(field("Day of deletion")).not.toBeInTheDocument();

  const found = [{ kind: "name" as const, table: "festival" }];
  deployment.answer(api.closing.status, (): Status =>
    planned({ ...done, doneAt: at(0), steps, batches: 9, proof: { ...proof, found, left: 3 } }),
  );
  await expect.element(page.getByText(/Values found: 1, in: festival/)).toBeVisible();
  await expect.element(page.getByText("3 rows that should be deleted are still there.")).toBeVisible();
});

test("a closed app offers a member 'Delete now' and no matches; an erased app says that everything has been deleted", async () => {
  const days = { firstDay: dateIn(-30), lastDay: dateIn(-27) };
  const closed = { ...withTexts({ ...festival, ...days }), appState: "closed" as const };
  deployment.answer(api.festival.settings, closed);
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("heading", { name: "See you next time" })).toBeVisible();
  await expect.element(button("Delete now")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Matches" })).not.toBeInTheDocument();
  expect(deployment.calls(api.swipes.deck)).toEqual([]);

  deployment.answer(api.festival.settings, { ...closed, appState: "erased" });
  window.localStorage.clear();
  show("/");
  await expect.element(page.getByText(/Every profile, like, match and message has been deleted/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Sign In" })).not.toBeInTheDocument();
});
