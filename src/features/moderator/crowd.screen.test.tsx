import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { deployment } from "../../testing/page";
import {
  answerDashboard,
  answerQueue,
  approve,
  change,
  decisions,
  figure,
  passSeconds,
  rejects,
  row,
  sheet,
  showDashboard,
  showQueue,
  submission,
  waitUntilSeen,
} from "./desk.testing";
import type { Submission } from "./decisions";

test("if a colleague decides first, the open question stays and says so, and no key decides on the next person", async () => {
  const [, kabir] = await showQueue("Ravi", "Kabir");
  await userEvent.keyboard("r");
  const reason = rejects("Ravi").getByLabelText("Reason");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("Photos ");
  // Until the dialog's script has loaded, keys reach the page itself.
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  answerDashboard({ queue: [kabir] });
  await expect.element(rejects("Ravi").getByRole("alert")).toHaveTextContent("A colleague has decided on it");
  await expect.element(rejects("Ravi").getByRole("button", { name: "Reject & Delete" })).not.toBeInTheDocument();
  await passSeconds(2);
  await userEvent.keyboard("are{Enter}");
  await expect.element(rejects("Ravi")).toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(sheet("Kabir")).toBeVisible();
  await userEvent.keyboard("a");
  expect(decisions(), "Ravi's question was open, then Kabir was unseen").toEqual([]);
  await waitUntilSeen();
  await userEvent.keyboard("a");
  expect(decisions()).toEqual([{ id: kabir._id, approved: true }]);
});

test("a desk begins with a profile that no colleague has open; an open one is marked, and can still be opened and claimed", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi, kabir], claims: [openedByMira(ravi)] });
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.poll(lastClaim).toEqual({ item: kabir._id });
  await expect.element(row("Ravi")).toHaveTextContent("Mira has it open");
  await row("Ravi").click();
  await expect.element(sheet("Ravi").getByText("Mira has it open")).toBeVisible();
  await expect.poll(lastClaim).toEqual({ item: ravi._id });
});

test("after a decision the deployment picks the next profile; until it answers, keys decide nothing", async () => {
  const [ravi, kabir, dev] = await showQueue("Ravi", "Kabir", "Dev");
  deployment.answer(api.moderator.decideWithUndo, () => {
    answerQueue([kabir, dev]);
    return null;
  });
  const { answer: answerClaim } = deployment.hold(api.moderator.claimNext);
  await approve.click();
  await expect.element(sheet("Kabir"), { message: "until the deployment answers" }).toBeVisible();
  await passSeconds(0.5);
  await userEvent.keyboard("a");
  expect(decisions(), "no decision before the claim").toHaveLength(1);
  expect(lastClaim(), "no claim of Kabir either").toEqual({ item: ravi._id });
  answerClaim(dev._id);
  await expect.element(sheet("Dev")).toBeVisible();
  await expect.poll(() => lastClaim()).toEqual({ item: dev._id });
});

test("while colleagues have all waiting profiles open, none is shown; the moderator can still open one", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi, kabir], claims: [ravi, kabir].map(openedByMira) });
  await expect.element(page.getByText("Your colleagues have the rest")).toBeVisible();
  await row("Ravi").click();
  await expect.element(sheet("Ravi")).toBeVisible();
});

test("a profile is offered again once its claim has ended", async () => {
  const ravi = submission("Ravi");
  await showDashboard({ queue: [ravi], claims: [openedByMira(ravi)] });
  await expect.element(page.getByText("Your colleagues have the rest")).toBeVisible();
  deployment.answer(api.moderator.claimed, []);
  await expect.element(sheet("Ravi")).toBeVisible();
  await expect.poll(lastClaim).toEqual({ item: ravi._id });
});

test("a new profile appears without a reload while colleagues have the rest", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi], claims: [openedByMira(ravi)] });
  await expect.element(page.getByText("Your colleagues have the rest")).toBeVisible();
  deployment.answer(api.moderator.claimNext, kabir._id);
  answerQueue([ravi, kabir]);
  await expect.element(sheet("Kabir")).toBeVisible();
});

test("the page renews the claim of an open profile before it expires", async () => {
  const ravi = submission("Ravi");
  await showDashboard({ queue: [ravi] });
  const claimCount = () => deployment.calls(api.moderator.claim).filter(({ item }) => item === ravi._id).length;
  await expect.poll(claimCount).toBeGreaterThan(0);
  for (let lifetime = 0; lifetime < 3; lifetime++) {
    const before = claimCount();
    await vi.advanceTimersByTimeAsync(limits.claimLifetime - 1);
    await expect.poll(claimCount).toBeGreaterThan(before);
  }
});

test("a desk that was offline for minutes renews its claim once, and not once for each renewal it missed", async () => {
  const ravi = submission("Ravi");
  await showDashboard({ queue: [ravi] });
  const claimCount = () => deployment.calls(api.moderator.claim).filter(({ item }) => item === ravi._id).length;
  await expect.poll(claimCount).toBeGreaterThan(0);
  const before = claimCount();
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(10 * limits.claimLifetime);
  deployment.reconnect();
  await vi.advanceTimersByTimeAsync(limits.claimLifetime / 2);
  await expect.poll(claimCount).toBeGreaterThan(before);
  expect(claimCount() - before).toBeLessThanOrEqual(2);
});

test("with 500 profiles waiting a moderator works by keyboard, and the page renders at most 100 rows", async () => {
  await showQueue(...Array.from({ length: 500 }, (_, n) => `Applicant ${n}`));
  for (let n = 0; n < 4; n++) {
    await waitUntilSeen(`Applicant ${n}`);
    await userEvent.keyboard("a");
  }
  await expect.element(figure("Pending").element().parentElement).toHaveTextContent("496");
  await userEvent.keyboard("j");
  await expect.element(sheet("Applicant 5")).toBeVisible();
  expect(decisions()).toHaveLength(4);
  expect(rows().length, "rows on the page").toBeLessThanOrEqual(100);
  expect(document.querySelectorAll("*").length, "elements on the page").toBeLessThan(1_500);
});

test("scrolling loads the whole queue, and the list keeps its scroll position", async () => {
  await showDashboard({ queue: Array.from({ length: 120 }, (_, n) => submission(`Applicant ${n}`)) });
  await expect.element(sheet("Applicant 0")).toBeVisible();
  const list = page.getByRole("navigation").getByRole("list").element().parentElement;
  const scrolled = () => {
    list?.scrollTo({ top: list.scrollHeight });
    return rows();
  };
  expect(rows()).toHaveLength(50);
  await expect.poll(scrolled).toHaveLength(120);
  scrolled();
  await passSeconds(61);
  expect(list?.scrollTop, "a minute later, with new waiting times").toBeGreaterThan(5_000);
  await row("Applicant 119").click();
  await expect.element(sheet("Applicant 119")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(sheet("Applicant 118")).toBeVisible();
});

test("a filter shows only its kind, with a count, and claims the next of that kind; an empty filter says so", async () => {
  const queue = [submission("Ravi"), change("Kabir"), submission("Dev")];
  await showDashboard({ queue });
  const chips = page.getByRole("group", { name: "Filter the queue" });
  await expect.element(chips.getByRole("button", { name: "New 2" })).toBeVisible();
  await chips.getByRole("button", { name: "Edited 1" }).click();
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.claimNext).at(-1)).toMatchObject({ filter: "edit" });
  await chips.getByRole("button", { name: "Reported" }).click();
  await expect.element(page.getByText("Nobody here")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(row("Dev")).toBeVisible();
});

function lastClaim() {
  return deployment.calls(api.moderator.claim).at(-1);
}

function rows() {
  return page.getByRole("navigation").getByRole("listitem").elements();
}

function openedByMira({ _id }: Submission) {
  return { item: _id, moderator: "Mira", mine: false };
}
