import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { hostile } from "../../testing/forms";
import { deployment, resize } from "../../testing/page";
import {
  approve,
  change,
  waitUntilSeen,
  reject,
  rejects,
  row,
  sheet,
  showDashboard,
  submission,
  takeDecisions,
} from "./desk.testing";

test("Approve takes the profile out of the queue and selects the next; earlier decisions are listed", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await approve.click();
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await expect.element(sheet("Kabir")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([{ id: queue[0]?._id, approved: true }]);
  deployment.answer(api.moderator.stats, {
    stats: { pending: 1, approved: 8 },
    recentActivity: [{ name: "Ravi", moderationStatus: "approved" }],
  });
  await expect.element(page.getByRole("listitem").filter({ hasText: "Ravi" })).toHaveTextContent("approved");
});

test("by keys: J and K move through the queue, A approves, R asks, and Enter rejects with the reason", async () => {
  const queue = [submission("Ravi"), submission("Kabir"), submission("Dev")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await userEvent.keyboard("j");
  await expect.element(sheet("Kabir")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(sheet("Ravi")).toBeVisible();
  await waitUntilSeen();
  await userEvent.keyboard("r");
  await expect.element(page.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await userEvent.keyboard("Please show your face.{Enter}");
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await expect.element(sheet("Kabir")).toBeVisible();
  await waitUntilSeen();
  await userEvent.keyboard("a");
  await expect.element(row("Kabir")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([
    { id: queue[0]?._id, approved: false, reason: "Please show your face." },
    { id: queue[1]?._id, approved: true },
  ]);
});

test("'Reject & Delete' by mouse asks first, and only its second press deletes", async () => {
  const queue = [submission("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await reject.click();
  await rejects("Ravi").getByRole("button", { name: "Cancel" }).click();
  await expect.element(rejects("Ravi")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([]);

  await reject.click();
  await rejects("Ravi").getByLabelText("Reason").fill("A guitar is no face.");
  await rejects("Ravi").getByRole("button", { name: "Reject & Delete" }).click();
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([
    { id: queue[0]?._id, approved: false, reason: "A guitar is no face." },
  ]);
});

test("a reason may have any characters up to 300, and may be left out", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await reject.click();
  const reason = rejects("Ravi").getByLabelText("Reason");
  await reason.fill(hostile.long);
  await expect.element(reason).toHaveValue("x".repeat(300));
  await reason.fill(hostile.script);
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Kabir")).toBeVisible();
  await waitUntilSeen();
  await userEvent.keyboard("r");
  await expect.element(rejects("Kabir")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([
    { id: queue[0]?._id, approved: false, reason: hostile.script },
    { id: queue[1]?._id, approved: false },
  ]);
  expect(document.title).not.toBe("owned");
});

test("the question offers six usual reasons, which the moderator can edit before sending", async () => {
  const queue = [submission("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await reject.click();
  const usual = rejects("Ravi").getByRole("group", { name: "What is wrong" });
  expect(usual.getByRole("button").elements()).toHaveLength(6);
  await usual.getByRole("button", { name: "No face" }).click();
  await expect.element(usual.getByRole("button", { name: "No face" })).toHaveAttribute("aria-pressed", "true");
  const reason = rejects("Ravi").getByLabelText("Reason");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard(" Thank you.{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toMatchObject([
    { approved: false, reason: expect.stringMatching(/^Your first photo does not show your face.* Thank you\.$/) },
  ]);
});

test("on a desk the numbers choose a usual reason, until the moderator writes another", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await userEvent.keyboard("r");
  const reason = rejects("Ravi").getByLabelText("Reason");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("2");
  await expect
    .element(rejects("Ravi").getByRole("button", { name: "Somebody else" }))
    .toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("17");
  await expect
    .element(reason)
    .toHaveValue("Your first photo does not show your face. Please use one where people can recognise you.7");
  await reason.fill("Born in ");
  await userEvent.keyboard("2{Enter}");
  await expect.element(sheet("Kabir")).toBeVisible();
  await resize(390, 844);
  await waitUntilSeen();
  await userEvent.keyboard("r");
  await expect.element(rejects("Kabir").getByLabelText("Reason")).toHaveFocus();
  await userEvent.keyboard("2 of you{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toMatchObject([
    { reason: "Born in 2" },
    { reason: "2 of you" },
  ]);
});

test("a change is shown beside the public version, and is rejected as a change", async () => {
  const queue = [change("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  const table = page.getByRole("table");
  await expect.element(table.getByRole("row").nth(1)).toHaveTextContent("BioBass player.Another bio.");
  await expect.element(table.getByRole("row").nth(2)).toHaveTextContent("Photochanged");
  expect(table.getByRole("row").elements(), "only what differs").toHaveLength(3);
  await expect.element(reject).not.toBeInTheDocument();
  await waitUntilSeen();
  await page.getByRole("button", { name: "Reject change" }).click();
  const question = page.getByRole("dialog", { name: "Reject the change of Ravi?" });
  await expect.element(question).toHaveTextContent("The public version stays. We tell the person.");
  await question.getByRole("button", { name: "Reject change" }).click();
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toMatchObject([{ approved: false }]);
});

test("U undoes the last decision and shows the profile again; a late press of Undo says that it is too late", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  await userEvent.keyboard("a");
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.element(page.getByText("Approved", { exact: true }).last()).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(sheet("Ravi")).toBeVisible();
  expect(deployment.calls(api.moderator.undoDecision)).toEqual([{ id: queue[0]?._id }]);
  await waitUntilSeen();
  await reject.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Kabir")).toBeVisible();
  deployment.refuse(api.moderator.undoDecision, "ALREADY_DECIDED", "It is too late to undo this decision.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("It is too late to undo this decision.")).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toHaveLength(2);
});

test("repeated presses of a key or a button make one decision, and none on the next profile", async () => {
  const queue = ["Anu", "Bina", "Chitra", "Dipa", "Esha", "Farah"].map((name) => submission(name));
  await showDashboard({ queue });
  takeDecisions(queue);
  const comes = async (name: string) => {
    await expect.element(sheet(name)).toBeVisible();
    await waitUntilSeen();
  };
  await userEvent.keyboard("{j>3/}");
  await comes("Bina");
  await userEvent.keyboard("k");
  await comes("Anu");
  await approve.dblClick();
  await comes("Bina");
  await reject.click();
  await rejects("Bina").getByRole("button", { name: "Reject & Delete" }).dblClick();
  await comes("Chitra");
  await userEvent.keyboard("{a>6/}");
  await comes("Dipa");
  await userEvent.keyboard("r");
  await expect.element(rejects("Dipa")).toBeVisible();
  await userEvent.keyboard("{Enter}{Enter}");
  await comes("Esha");
  await userEvent.keyboard("aa");
  await comes("Farah");
  expect(deployment.calls(api.moderator.decideWithUndo).map(({ id }) => id)).toEqual(
    queue.slice(0, 5).map(({ _id }) => _id),
  );
});

test("on a slow line a second press makes no second decision", async () => {
  const queue = [submission("Anu"), submission("Bina")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  deployment.silence();
  for (let press = 0; press < 2; press++) window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  deployment.resume();
  await expect.element(sheet("Bina")).toBeVisible();
  await expect.element(page.getByText("Approved", { exact: true }).last()).toBeVisible();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([{ id: queue[0]?._id, approved: true }]);
});

test("a moderator cannot decide on a profile before it counts as seen", async () => {
  await showDashboard({ queue: [submission("Ravi")] });
  await userEvent.keyboard("a");
  await userEvent.keyboard("r");
  await approve.click({ force: true });
  await reject.click({ force: true });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decideWithUndo)).toEqual([]);
  await waitUntilSeen();
  await expect.element(approve).toHaveAttribute("aria-disabled", "false");
});
