import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { hostile } from "../../testing/forms";
import { deployment, press, resize } from "../../testing/page";
import {
  approve,
  change,
  decisions,
  reject,
  rejects,
  row,
  sheet,
  showDashboard,
  showQueue,
  takeDecisions,
  waitUntilSeen,
} from "./desk.testing";

const done = page.getByText("All done");

test("by keys: J and K move through the queue, A approves, R asks, and Enter rejects with the reason; decisions are listed", async () => {
  const [ravi, kabir] = await showQueue("Ravi", "Kabir", "Dev");
  await userEvent.keyboard("j");
  await expect.element(sheet("Kabir")).toBeVisible();
  await userEvent.keyboard("k");
  await waitUntilSeen("Ravi");
  await userEvent.keyboard("r");
  await expect.element(page.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await userEvent.keyboard("Please show your face.{Enter}");
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await waitUntilSeen("Kabir");
  await userEvent.keyboard("a");
  await expect.element(row("Kabir")).not.toBeInTheDocument();
  await expect.element(sheet("Dev")).toBeVisible();
  expect(decisions()).toEqual([
    { id: ravi._id, approved: false, reason: "Please show your face." },
    { id: kabir._id, approved: true },
  ]);
  deployment.answer(api.moderator.stats, {
    stats: { pending: 1, approved: 8 },
    recentActivity: [{ name: "Kabir", moderationStatus: "approved" }],
  });
  await expect.element(page.getByRole("listitem").filter({ hasText: "Kabir" })).toHaveTextContent("approved");
});

test("a button pressed by keyboard keeps the focus for the next profile, and a held Enter presses it no second time", async () => {
  const [ravi, kabir] = await showQueue("Ravi", "Kabir", "Dev");
  approve.element().focus();
  await userEvent.keyboard("{Enter}");
  await waitUntilSeen("Kabir");
  await expect.element(approve).toHaveFocus();
  const holds = (key: string) =>
    approve
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, repeat: true, bubbles: true, cancelable: true }));
  expect(holds("Enter"), "the browser presses the button").toBe(false);
  expect([holds("ArrowDown"), holds("Tab")], "the browser scrolls and moves the focus").toEqual([true, true]);
  expect(decisions()).toEqual([{ id: ravi._id, approved: true }]);
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Dev")).toBeVisible();
  expect(decisions()).toMatchObject([{ id: ravi._id }, { id: kabir._id }]);
});

test("'Reject & Delete' asks first; a reason may have any characters up to 300, and may be left out", async () => {
  const [ravi, kabir] = await showQueue("Ravi", "Kabir");
  await reject.click();
  await press("Cancel");
  await expect.element(rejects("Ravi")).not.toBeInTheDocument();
  expect(decisions()).toEqual([]);

  await reject.click();
  const reason = rejects("Ravi").getByLabelText("Reason");
  await reason.fill(hostile.long);
  await expect.element(reason).toHaveValue("x".repeat(300));
  await reason.fill(hostile.script);
  await rejects("Ravi").getByRole("button", { name: "Reject & Delete" }).click();
  await waitUntilSeen("Kabir");
  await userEvent.keyboard("r");
  await expect.element(rejects("Kabir")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(done).toBeVisible();
  expect(decisions()).toEqual([
    { id: ravi._id, approved: false, reason: hostile.script },
    { id: kabir._id, approved: false },
  ]);
  expect(document.title).not.toBe("owned");
});

test("a usual reason is one press or, on a desk, one number, and can be edited; in another reason a number is text", async () => {
  await showQueue("Ravi", "Kabir", "Dev");
  const asks = async (name: string) => {
    await waitUntilSeen(name);
    await userEvent.keyboard("r");
    await expect.element(rejects(name).getByLabelText("Reason")).toHaveFocus();
  };
  await resize(820, 1180);
  await asks("Ravi");
  const usual = rejects("Ravi").getByRole("group", { name: "What's wrong" });
  const reason = rejects("Ravi").getByLabelText("Reason");
  expect(usual.getByRole("button").elements()).toHaveLength(6);
  await userEvent.keyboard("2");
  await expect.element(usual.getByRole("button", { name: "Someone else" })).toHaveAttribute("aria-pressed", "true");
  const noFace = "Your first photo does not show your face. Please use one where people can recognise you.";
  await userEvent.keyboard("17");
  await expect.element(reason).toHaveValue(`${noFace}7`);
  await usual.getByRole("button", { name: "No face" }).click();
  await expect.element(usual.getByRole("button", { name: "No face" })).toHaveAttribute("aria-pressed", "true");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard(" Thank you.{Enter}");
  await asks("Kabir");
  await userEvent.keyboard("Born in 2{Enter}");
  await resize(390, 844);
  await asks("Dev");
  await userEvent.keyboard("2 of you{Enter}");
  await expect.element(done).toBeVisible();
  expect(decisions()).toMatchObject([
    { reason: `${noFace} Thank you.` },
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
  await expect.element(question).toHaveTextContent("The public version stays. We'll tell the person.");
  await question.getByRole("button", { name: "Reject change" }).click();
  await expect.element(done).toBeVisible();
  expect(decisions()).toMatchObject([{ approved: false }]);
});

test("U undoes the last decision and shows the profile again; a late press of Undo says that it is too late", async () => {
  const [ravi] = await showQueue("Ravi", "Kabir");
  await userEvent.keyboard("a");
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.element(page.getByText("Approved", { exact: true }).last()).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(sheet("Ravi")).toBeVisible();
  expect(deployment.calls(api.moderator.undoDecision)).toEqual([{ id: ravi._id }]);
  await waitUntilSeen();
  await reject.click();
  await expect.element(rejects("Ravi").getByLabelText("Reason")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Kabir")).toBeVisible();
  deployment.refuse(api.moderator.undoDecision, "ALREADY_DECIDED", "It is too late to undo this decision.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("It is too late to undo this decision.")).toBeVisible();
  deployment.answer(api.moderator.undoable, null);
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toHaveFocus();
  expect(decisions()).toHaveLength(2);
});

test("repeated presses of a key or a button make one decision, and none on the next profile", async () => {
  const queue = await showQueue("Anu", "Bina", "Chitra", "Dipa", "Esha", "Farah");
  await userEvent.keyboard("{j>3/}");
  await waitUntilSeen("Bina");
  await userEvent.keyboard("k");
  await waitUntilSeen("Anu");
  await approve.dblClick();
  await waitUntilSeen("Bina");
  await reject.click();
  await rejects("Bina").getByRole("button", { name: "Reject & Delete" }).dblClick();
  await waitUntilSeen("Chitra");
  await userEvent.keyboard("{a>6/}");
  await waitUntilSeen("Dipa");
  await userEvent.keyboard("r");
  await expect.element(rejects("Dipa")).toBeVisible();
  await userEvent.keyboard("{Enter}{Enter}");
  await waitUntilSeen("Esha");
  await userEvent.keyboard("aa");
  await waitUntilSeen("Farah");
  expect(decisions().map(({ id }) => id)).toEqual(queue.slice(0, 5).map(({ _id }) => _id));
});

test("on a slow connection a second press makes no second decision", async () => {
  const [anu] = await showQueue("Anu", "Bina");
  deployment.silence();
  for (let count = 0; count < 2; count++) window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  deployment.resume();
  await expect.element(sheet("Bina")).toBeVisible();
  await expect.element(page.getByText("Approved", { exact: true }).last()).toBeVisible();
  expect(decisions()).toEqual([{ id: anu._id, approved: true }]);
});
