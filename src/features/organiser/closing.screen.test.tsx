import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { withTexts } from "../../../convex/shared/festivalTexts";
import { festival } from "../../testing/festival";
import { field } from "../../testing/forms";
import { deployment, show, showTo, showToOrganiser } from "../../testing/page";
import { member } from "../../testing/people";
import type { Status } from "./useClosing";

const DAY = 86_400_000;
const at = (days: number) => Date.now() + days * DAY;
const dateIn = (days: number) => new Date(at(days)).toISOString().slice(0, 10);

function showClosing(more: Partial<Status> = {}) {
  deployment.answer(api.closing.status, {
    ...{ festival: "Moonlights", stage: "planned", lastDay: dateIn(-3), erasesOn: dateIn(27), latestDay: dateIn(57) },
    ...{ downloadDays: 7, announcesAt: at(13), stopsAt: at(20), erasesAt: at(27), announcedAt: null, stoppedAt: null },
    ...{ startedAt: null, doneAt: null, phase: null, batches: 0, steps: [], proof: null },
    ...more,
  });
  showToOrganiser("/organiser/close");
}

const button = (name: string) => page.getByRole("button", { name });
const dialog = page.getByRole("dialog");

test("an organiser sees the days, tells everybody after a question, and puts the deletion off", async () => {
  showClosing();
  await expect.element(page.getByRole("heading", { name: "Members are told" })).toBeVisible();
  deployment.answer(api.closing.announce, null);
  await button("Tell them now").click();
  await dialog.getByRole("button", { name: "Tell them now" }).click();
  await expect.element(page.getByText("Everybody is being told")).toBeVisible();

  deployment.answer(api.closing.plan, null);
  await field("Day of deletion").fill(dateIn(40));
  await button("Save the day").click();
  await expect.element(page.getByText("Day saved")).toBeVisible();
  expect(deployment.calls(api.closing.plan)).toEqual([{ day: dateIn(40), seen: dateIn(27), downloadDays: 7 }]);
});

test("what comes sooner needs the festival's name, and a refusal keeps the question open", async () => {
  showClosing();
  await button("Delete everybody now").click();
  const confirm = dialog.getByRole("button", { name: "Delete everybody now" });
  await dialog.getByLabelText('Type "Moonlights"').fill("moonlights");
  await confirm.click();
  await expect.element(dialog.getByText("This is not the name. Capitals count.")).toBeVisible();
  expect(deployment.calls(api.closing.begin)).toEqual([]);
  deployment.refuse(api.closing.begin, "ALREADY_DECIDED", "Erasing has begun already");
  await dialog.getByLabelText('Type "Moonlights"').fill("Moonlights");
  await confirm.click();
  await expect.element(page.getByText("Erasing has begun already")).toBeVisible();
  await expect.element(confirm).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  deployment.answer(api.closing.plan, null);
  await field("Day of deletion").fill(dateIn(9));
  await button("Save the day").click();
  await dialog.getByLabelText('Type "Moonlights"').fill("Moonlights");
  await dialog.getByRole("button", { name: "Save the day" }).click();
  await expect.element(page.getByText("Day saved")).toBeVisible();
  expect(deployment.calls(api.closing.plan).at(-1)).toMatchObject({ day: dateIn(9), name: "Moonlights" });
});

test("before the festival is over nobody is asked to close it, and it says from when on", async () => {
  showClosing({ lastDay: dateIn(3) });
  await expect.element(page.getByText(/^Once the festival is over: .* at 04:00\.$/)).toBeVisible();
  await expect.element(button("Close the app now")).toBeDisabled();
  await expect.element(button("Delete everybody now")).toBeDisabled();
  await expect.element(button("Tell them now")).toBeEnabled();
});

test("long after the last day no other day can be chosen, and it says what to do where the days are wrong", async () => {
  showClosing({ lastDay: dateIn(-400), erasesOn: dateIn(7), latestDay: dateIn(-340) });
  await expect.element(page.getByText(/save the right ones under Festival/)).toBeVisible();
  await expect.element(button("Save the day")).not.toBeInTheDocument();
  await expect.element(button("Delete everybody now")).toBeVisible();
});

test("the proof says what went and what stayed, and what was found in red words", async () => {
  const steps = [
    { table: "profiles", before: 10_000, erased: 10_000, after: 0, kept: null },
    { table: "users", before: 10_002, erased: 10_000, after: 2, kept: "the staff" },
    { table: "_storage", before: 40_000, erased: 40_000, after: 0, kept: null },
  ];
  const proof = { at: at(0), picked: 20, found: [], texts: 812, left: 0 };
  const done = { stage: "done", phase: "done", announcedAt: at(-14), stoppedAt: at(-7), startedAt: at(0) } as const;
  showClosing({ ...done, announcedAt: null, doneAt: at(0), steps, proof });
  await expect.element(page.getByText("Left out")).toBeVisible();
  await expect.element(page.getByText("Nothing is left that should have gone.")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /users 10,002 10,000 2/ })).toBeVisible();
  await expect.element(button("Delete everybody now")).not.toBeInTheDocument();

  const found = [{ kind: "name" as const, table: "festival" }];
  deployment.answer(api.closing.status, (): Status => ({
    ...{ festival: "Moonlights", lastDay: dateIn(-3), erasesOn: dateIn(27), latestDay: dateIn(57), downloadDays: 7 },
    ...{ announcesAt: at(13), stopsAt: at(20), erasesAt: at(27), ...done, doneAt: at(0), steps, batches: 9 },
    proof: { ...proof, found, left: 3 },
  }));
  await expect.element(page.getByText(/Found 1 of what was searched for, in: festival/)).toBeVisible();
  await expect.element(page.getByText("3 rows that should have gone are still there.")).toBeVisible();
});

test("a member who comes to a closed app is thanked, and can download or delete their data and nothing else", async () => {
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
  await expect.element(page.getByText(/Every profile, like, match and message is deleted/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Sign In" })).not.toBeInTheDocument();
});
