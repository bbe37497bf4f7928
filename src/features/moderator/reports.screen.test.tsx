import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { hostile } from "../../testing/forms";
import { deployment, press } from "../../testing/page";
import { newId } from "../../testing/people";
import { answerDashboard, waitUntilSeen, report, row, sheet, showDashboard } from "./desk.testing";
import type { ReportRow as Report } from "./decisions";

const dismiss = page.getByRole("button", { name: "Dismiss" });
const suspend = page.getByRole("button", { name: "Suspend" });
const question = page.getByRole("dialog");
const reason = question.getByRole("textbox", { name: "Reason" });

test("a report shows its reason as plain text, the reported card, and how many other reports the person has", async () => {
  await showReports([report("Ravi", { reason: hostile.script, userStatus: "hidden", reports: 3, earlierReports: 1 })]);
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: /^Ravi, 22/ })).toHaveTextContent("Hidden from everybody");
  await expect.element(page.getByText(/3 open reports · 1 earlier report/)).toBeVisible();
  await expect.element(sheet("Ravi").getByText("Bass player.")).toBeVisible();
  expect(document.title).not.toBe("owned");
});

test("by keys: D asks first, Enter dismisses, and the trail lists who decided what", async () => {
  const ravi = report("Ravi");
  await showReports([ravi]);
  takeDecisions([ravi]);
  await waitUntilSeen();
  await userEvent.keyboard("d");
  await expect.element(question.getByRole("heading", { name: "Dismiss the report about Ravi?" })).toBeVisible();
  await expect.element(question.getByRole("button", { name: "Dismiss" })).toHaveFocus();
  await userEvent.keyboard("d");
  expect(deployment.calls(api.moderator.dismiss), "it only asks").toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Report dismissed")).toBeVisible();
  await expect.element(page.getByText("No reports")).toBeVisible();
  expect(deployment.calls(api.moderator.dismiss)).toEqual([{ id: ravi._id }]);
  deployment.answer(api.moderator.trail, [
    { _id: newId("rulings"), moderator: "Mira", ruling: "dismissed", name: "Ravi", at: Date.now() },
  ]);
  await expect.element(page.getByText(/dismissed a report about Ravi/)).toBeVisible();
});

test("S asks for a reason: one press fills in a usual one, which can be edited; a suspended person can be restored", async () => {
  const ravi = report("Ravi");
  await showReports([ravi]);
  takeDecisions([ravi]);
  await waitUntilSeen();
  await userEvent.keyboard("s");
  await expect.element(question.getByRole("heading", { name: "Suspend Ravi?" })).toBeVisible();
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question.getByText("Please write a reason. The person will see it.")).toBeVisible();
  await question.getByRole("button", { name: "Advertising" }).click();
  await expect.element(reason).toHaveValue("You advertise or ask people for money.");
  await reason.fill("You advertise watches.");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Profile suspended")).toBeVisible();
  const suspension = "You advertise watches.";
  expect(deployment.calls(api.moderator.suspend)).toEqual([{ id: ravi._id, reason: suspension }]);

  deployment.answer(api.moderator.suspensions, [{ ...ravi, userStatus: "suspended", suspension }]);
  deployment.answerAndChange(api.moderator.restore, api.moderator.suspensions, []);
  await expect.element(page.getByText("Reason given: You advertise watches.")).toBeVisible();
  await press("Restore Ravi");
  await expect.element(page.getByText("Profile restored")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Restore Ravi" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toHaveFocus();
  expect(deployment.calls(api.moderator.restore)).toEqual([{ id: ravi._id }]);
});

test("if a colleague decides first, the open question stays and says so, and no key decides on the next report", async () => {
  const [ravi, anil] = [report("Ravi"), report("Anil")];
  await showReports([ravi, anil]);
  await waitUntilSeen();
  await userEvent.keyboard("s");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("Sold ");
  answerDashboard({ reports: [anil] });
  await expect.element(question.getByRole("alert")).toHaveTextContent("A colleague has decided on it");
  await vi.advanceTimersByTimeAsync(2_000);
  await userEvent.keyboard("drugs{Enter}");
  await expect.element(question.getByRole("heading", { name: "Suspend Ravi?" })).toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await expect.element(question.getByRole("button", { name: "Suspend" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet("Anil")).toBeVisible();
  for (const decision of [api.moderator.dismiss, api.moderator.suspend]) expect(deployment.calls(decision)).toEqual([]);
});

test("a decision after a colleague's, and one that breaks, say so and keep the report and the reason", async () => {
  await showReports([report("Ravi")]);
  deployment.refuse(api.moderator.dismiss, "ALREADY_DECIDED", "This report was already decided.");
  deployment.break(api.moderator.suspend);
  await waitUntilSeen();
  await dismiss.click();
  await question.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(page.getByText("This report was already decided.")).toBeVisible();
  await press("Cancel");
  await suspend.click();
  await reason.fill("Pushed people.");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect.element(page.getByText("Failed to process report")).toBeVisible();
  await expect.element(reason).toHaveValue("Pushed people.");
  await press("Cancel");
  await expect.element(row("Ravi")).toBeVisible();
});

test("a report shows the other reports about the same person, open and closed, with their decisions", async () => {
  const at = Date.UTC(2025, 11, 18, 5, 0);
  const others: Report["others"] = [
    { kind: "scam", reason: "Sells watches.", createdAt: at, status: "open" },
    { kind: "photos", reason: "", createdAt: at, status: "closed", decision: "dismissed", decidedAt: at + 3_600_000 },
    { kind: "other", reason: hostile.script, createdAt: at, status: "closed", decision: "restored" },
  ];
  await showReports([report("Ravi", { kind: "underage", reason: "", userStatus: "deleted", others })]);
  await expect.element(page.getByRole("heading", { name: /^Ravi, 22/ })).toHaveTextContent("Under 18Account deleted");
  await expect.element(row("Ravi"), { message: "in the first row of the queue too" }).toHaveTextContent("Under 18");
  await expect.element(sheet("Ravi").getByText("The reporter wrote no text.")).toBeVisible();
  const rows = sheet("Ravi").getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent("Scam or advertising · 18 Dec, 10:30 · openSells watches.");
  await expect.element(rows.nth(1)).toHaveTextContent("Photos · 18 Dec, 10:30 · dismissed 18 Dec, 11:30");
  await expect.element(rows.nth(2)).toHaveTextContent(`suspended, then restored${hostile.script}`);
  expect(document.title).not.toBe("owned");
});

test("a report shows the messages around the reported one, and does not name the reporter", async () => {
  const at = Date.UTC(2025, 11, 18, 5, 0);
  const lines: Report["words"] = [
    { by: "reporter", text: "Please stop.", at, named: false },
    { by: "reported", text: hostile.script, at: at + 60_000, named: true },
  ];
  await showReports([report("Ravi", { words: lines })]);
  const rows = sheet("Ravi").getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent("Reporter · 18 Dec, 10:30Please stop.");
  await expect.element(rows.nth(1)).toHaveTextContent(`Ravi · 18 Dec, 10:31 · reported${hostile.script}`);
});

test("beside a name written from right to left, the time of a message keeps its place and its order", async () => {
  const at = Date.UTC(2025, 11, 18, 5, 0);
  await showReports([report("مريم", { words: [{ by: "reported", text: "Hey", at, named: false }] })]);
  const line = sheet("مريم").getByRole("listitem").element();
  const range = document.createRange();
  const leftOf = (text: string) => {
    const node = [...textNodesOf(line)].find(({ data }) => data.includes(text))!;
    range.setStart(node, node.data.indexOf(text));
    range.setEnd(node, node.data.indexOf(text) + text.length);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf("مريم")).toBeLessThan(leftOf("18"));
  expect(leftOf("18")).toBeLessThan(leftOf("Dec"));
});

test("a message sent twice is listed twice, and not with the next report", async () => {
  const line = (text: string, at: number) => ({ by: "reported" as const, text, at, named: false });
  const [first, next] = [
    report("Ravi", { words: [line("Hey", 0), line("Hey", 1)] }),
    report("Anil", { words: [line("Hello", 0)] }),
  ];
  await showReports([first, next]);
  await expect.poll(() => sheet("Ravi").getByRole("listitem").elements()).toHaveLength(2);
  await row("Anil").click();
  await expect.element(sheet("Anil").getByText("Hello")).toBeVisible();
  expect(sheet("Anil").getByRole("listitem").elements()).toHaveLength(1);
});

test("a moderator cannot decide on the next report before it counts as seen, even after a colleague's decision", async () => {
  const all = [report("Anil"), report("Babu"), report("Chand")];
  await showReports(all);
  takeDecisions(all);
  const presses = async () => {
    for (const key of ["d", "s"]) await userEvent.keyboard(key);
    for (const button of [dismiss, suspend]) await button.click({ force: true });
    await expect.element(question).not.toBeInTheDocument();
  };
  await waitUntilSeen();
  await userEvent.keyboard("d");
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Babu")).toBeVisible();
  await presses();
  await vi.advanceTimersByTimeAsync(499);
  await presses();
  answerDashboard({ reports: all.slice(2) });
  await expect.element(sheet("Chand")).toBeVisible();
  await presses();
  expect(deployment.calls(api.moderator.dismiss)).toEqual([{ id: all[0]?._id }]);

  await waitUntilSeen();
  await userEvent.keyboard("s");
  await expect.element(question.getByRole("heading", { name: "Suspend Chand?" })).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await userEvent.keyboard("d");
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(row("Chand")).not.toBeInTheDocument();
});

async function showReports(reports: Report[]) {
  await showDashboard({ reports });
  await page.getByRole("button", { name: `Reports (${reports.length})` }).click();
  if (reports[0] !== undefined) await expect.element(sheet(reports[0].name)).toBeVisible();
}

function takeDecisions(reports: Report[]) {
  let left = reports;
  const take = ({ id }: { id: Report["_id"] }) => {
    left = left.filter(({ _id }) => _id !== id);
    answerDashboard({ reports: left });
    return null;
  };
  deployment.answer(api.moderator.dismiss, take);
  deployment.answer(api.moderator.suspend, take);
}

function* textNodesOf(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) yield walker.currentNode as Text;
}
