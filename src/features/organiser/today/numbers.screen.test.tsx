import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { counters } from "../../../../convex/shared/numbers";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import { festival } from "../../../testing/festival";
import { deployment, resize, savedFiles, showToOrganiser } from "../../../testing/page";
import { busyHours, now, span, today } from "./numbers.testing";

const fact = (name: string) =>
  page.getByRole("region", { name: "Numbers" }).getByRole("term").filter({ hasText: name }).element().parentElement;
const tableOf = (name: string) => page.getByRole("figure", { name }).getByText("As a table");
function showNumbers(search = "") {
  deployment.answer(api.festival.settings, withTexts(festival));
  showToOrganiser(`/organiser/numbers${search}`);
}

const period = page.getByRole("combobox", { name: "Period" });

test("today is shown by the hour, in numbers, charts and tables, even if the address names a day that does not exist", async () => {
  deployment.answer(api.numbers.now, now());
  deployment.answer(api.numbers.read, busyHours());
  showNumbers("?day=2030-02-31");
  await expect.element(period).toHaveDisplayValue("Today");
  await expect.element(page.getByRole("term").filter({ hasText: "Sign-ups" })).toBeVisible();
  await expect.element(page.getByText(/Demo people are not counted here/)).toBeVisible();
  expect(fact("Sign-ups")).toHaveTextContent("828");
  expect(fact("Wait for a decision")).toHaveTextContent("≤ 15 minHalf were decided within 15 minutes");
  expect(fact("Sales")).toHaveTextContent("₹28,52");
  await expect.poll(() => document.querySelectorAll("figure ol").length).toBe(3);
  expect(deployment.calls(api.numbers.read)).toEqual([{ day: today }]);

  await tableOf("Sign-ups").click();
  const table = page.getByRole("table", { name: "Sign-ups" });
  await expect.element(table.getByRole("row").nth(24)).toHaveTextContent("03:0069");
});

test("the organiser can choose another day or all days, which the address keeps", async () => {
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  deployment.answer(api.numbers.now, now());
  deployment.answer(api.numbers.read, ({ day }) =>
    day === null ? [span("2030-01-31", { signUps: 5 }), span("2030-02-02", { signUps: 7 })] : [],
  );
  showNumbers();
  await expect.element(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await period.selectOptions("All days");
  await tableOf("Sign-ups").click();
  const rows = page.getByRole("table", { name: "Sign-ups" }).getByRole("row");
  await expect.element(rows.nth(2)).toHaveTextContent("1 Feb0");
  await expect.element(rows.nth(3)).toHaveTextContent("2 Feb7");
  expect(window.location.search).toBe("?day=all");
  await period.selectOptions(before);
  await expect.poll(() => deployment.calls(api.numbers.read).at(-1)).toEqual({ day: before });
});

test("new counts appear without a reload", async () => {
  deployment.answer(api.numbers.now, now({ since: null, people: 0, profilesWaiting: 0, oldestProfile: null }));
  deployment.answer(api.numbers.read, []);
  showNumbers();
  await expect.element(page.getByText("Counting begins within a minute.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Download CSV" })).toBeDisabled();
  deployment.answer(api.numbers.read, [span(`${today}T18:00`, { swipes: 1 })]);
  await expect.poll(() => fact("Swipes")?.textContent).toContain("1");
  expect(fact("Wait for a decision")).toHaveTextContent("–No decisions");
});

test("the numbers download as CSV, with a line for each hour", async () => {
  const files = savedFiles();
  deployment.answer(api.numbers.now, now());
  deployment.answer(api.numbers.read, [span(`${today}T18:00`, { swipes: 3, goldAmount: 9900 }, 2)]);
  showNumbers();
  await page.getByRole("button", { name: "Download CSV" }).click();
  const lines = (await files[0]!.text()).split("\r\n");
  expect(files[0]!.type).toBe("text/csv");
  expect(lines[0]).toBe(["from", "people", ...counters].join(","));
  expect(lines).toHaveLength(1 + 24 + 1);
  const line = lines.find((one) => one.startsWith(`${today}T18:00,2,`))?.split(",") ?? [];
  expect(line[2 + counters.indexOf("goldAmount")]).toBe("9900");
});

test("large numbers fit a phone's width", async () => {
  await resize(360, 740);
  deployment.answer(api.numbers.now, now({ people: 54_321, profilesWaiting: 9_999, oldestProfile: 1 }));
  deployment.answer(
    api.numbers.read,
    busyHours().map((one) => ({ ...one, counts: { ...one.counts, swipes: 9_876_543, goldAmount: 1_234_567_890 } })),
  );
  showNumbers();
  await expect.element(page.getByText("54,321")).toBeVisible();
  await expect.poll(() => document.querySelectorAll("figure ol").length).toBe(3);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
